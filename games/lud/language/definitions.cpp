#include "games/lud/language/definitions.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>

#include "games/lud/language/forms.hpp"

namespace ludex::games::lud {

Result<void> Definitions::add(std::string_view form, Place start, const Sources& sources) {
  auto tokens = tokenize(form, start, sources);
  if (!tokens) return Error{tokens.error()};
  if (tokens->size() < 4 || (*tokens)[2].kind != TokenKind::kString || tokens->back().text != ")") {
    if (tokens->size() == 4 && (*tokens)[2].kind == TokenKind::kString) {
      bodies_.try_emplace((*tokens)[2].text);
      return {};
    }
    return Error{sources.text(start) + ": expected (define \"Name\" body)"};
  }
  std::string name = (*tokens)[2].text;
  bodies_.try_emplace(std::move(name), std::make_move_iterator(tokens->begin() + 3),
                      std::make_move_iterator(tokens->end() - 1));
  return {};
}

Result<void> Definitions::add_all(const Source& source, const Sources& sources) {
  auto forms = split_forms(source, sources);
  if (!forms) return Error{forms.error()};
  for (const Form& form : *forms) {
    if (form.head != "define") continue;
    if (auto added = add(form.text, form.start, sources); !added) return added;
  }
  return {};
}

Result<void> Definitions::add_folder(const std::filesystem::path& folder, Sources& sources) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".def") files.push_back(at->path());
  }
  if (error)
    return Error{"cannot read the folder of definitions " + folder.string() + ": " + error.message()};
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return Error{"cannot read " + file.string()};
    const Source* source = sources.add(
        file.string(), std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()));
    if (auto added = add_all(*source, sources); !added) return added;
  }
  return {};
}

Result<void> Definitions::add_archive(const Archive& archive, Sources& sources) {
  std::vector<const Archive::Member*> files;
  for (const Archive::Member& member : archive.members()) {
    if (member.name.ends_with(".def")) files.push_back(&member);
  }
  std::sort(files.begin(), files.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
  for (const Archive::Member* file : files) {
    auto text = archive.read(*file);
    if (!text) return Error{text.error()};
    const Source* source = sources.add(file->name, std::move(*text));
    if (auto added = add_all(*source, sources); !added) return added;
  }
  return {};
}

}  // namespace ludex::games::lud
