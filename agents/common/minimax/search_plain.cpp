#include "agents/common/minimax/search_body.hpp"

namespace ludex::agents::minimax {

template class Search<NoTally>;

}  // namespace ludex::agents::minimax
