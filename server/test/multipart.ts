import type { FichierRecu } from '@releve/contract/fichier.ts'

export type Multipart = { type: string; octets: Buffer }

/** A `multipart/form-data` body as a browser makes it: texts, files, several of a name as a list. */
export async function composeMultipart(
  champs: Iterable<readonly [string, unknown]>,
): Promise<Multipart> {
  const formulaire = new FormData()
  for (const [nom, valeur] of champs) {
    if (valeur === undefined) continue
    if (estFichier(valeur)) {
      const { contenu, typeMime, nom: nomFichier } = valeur
      formulaire.append(nom, new Blob([Buffer.from(contenu)], { type: typeMime }), nomFichier)
    } else formulaire.append(nom, typeof valeur === 'string' ? valeur : JSON.stringify(valeur))
  }
  const reponse = new Response(formulaire)
  const octets = Buffer.from(await reponse.arrayBuffer())
  return { type: reponse.headers.get('content-type') ?? '', octets }
}

function estFichier(valeur: unknown): valeur is FichierRecu {
  return typeof valeur === 'object' && valeur !== null && 'contenu' in valeur
}
