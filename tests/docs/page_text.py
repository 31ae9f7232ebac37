"""Pieces of Markdown."""


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def code(text):
    return f"`{cell(text)}`" if str(text) else ""


def sentence(text):
    text = text.strip()
    text = text[:1].upper() + text[1:] if text else text
    return text if not text or text.endswith((".", "?", "!")) else text + "."


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"
