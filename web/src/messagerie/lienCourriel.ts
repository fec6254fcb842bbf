/** Address that opens a mail to this person, with its subject. */
export function lienCourriel(email: string, objet: string): string {
  // The « @ » stays as it is: some mail programs read the address to the letter.
  const adresse = email.split('@').map(encodeURIComponent).join('@')
  return `mailto:${adresse}?subject=${encodeURIComponent(objet)}`
}
