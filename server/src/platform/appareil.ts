/** Most precise first: Edge and Opera also call themselves Chrome, Chrome calls itself Safari. */
const NAVIGATEURS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
]
const SYSTEMES: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
/** A header longer than any browser's is nobody's. */
const LONGUEUR_MAX = 400

const nomDe = (liste: [RegExp, string][], texte: string): string | undefined =>
  liste.find(([motif]) => motif.test(texte))?.[1]

/**
 * The browser and system of a `User-Agent`, as a person names them: « Firefox sous Windows »; null
 * when neither is known. Nothing else of the header is kept.
 */
export function appareilDe(userAgent: string | undefined): string | null {
  const texte = (userAgent ?? '').slice(0, LONGUEUR_MAX)
  const navigateur = nomDe(NAVIGATEURS, texte)
  const systeme = nomDe(SYSTEMES, texte)
  if (navigateur && systeme) return `${navigateur} sous ${systeme}`
  return navigateur ?? systeme ?? null
}
