/** First and last of the words that begin with a letter: « DC » of « Direction centrale (DPPS) ». */
export function initialesDe(nom: string): string {
  const lettres = nom.split(/[\s’'-]+/).flatMap((mot) => /^\p{L}/u.exec(mot) ?? [])
  return [lettres[0], lettres.length > 1 ? lettres.at(-1) : ''].join('').toLocaleUpperCase('fr')
}
