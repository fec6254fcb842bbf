const SIGNES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&quot;': '"',
}

/** A label as words alone: a label may be dressed with tags, and quote an answer as `${nom}`. */
export function netDe(texte: string): string {
  return texte
    .replace(/<\/?[a-zA-Z][^<>]{0,300}>/g, ' ')
    .replace(/&(?:amp|lt|gt|nbsp|quot);/g, (signe) => SIGNES[signe] ?? signe)
    .replace(/\$\{[^{}]{1,200}\}/g, '…')
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
