/** Hands a file received to the browser, which keeps it under this name. */
export function enregistrerFichier({ contenu, nom }: { contenu: Blob; nom: string }): void {
  const adresse = URL.createObjectURL(contenu)
  const lien = document.createElement('a')
  lien.href = adresse
  lien.download = nom
  lien.click()
  // The browser reads it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(adresse), 60_000)
}
