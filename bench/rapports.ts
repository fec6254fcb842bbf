import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { ouvrirClient } from './client.ts'
import type { Jeu } from './jeu.ts'

type Nouveau = { structure: string; rang: number; modele: string; donnees?: Donnees }

/** Has a structure of the bench make these models too. */
export async function attribuer(
  { url }: Pick<Jeu, 'url'>,
  structure: string,
  modeles: string[],
): Promise<void> {
  const client = await ouvrirClient(url)
  await client.query(
    `update structure_periode set modeles = modeles || $2
      where structure_id = (select id from structure where code = $1)`,
    [structure, modeles],
  )
  await client.end()
}

/** Begins a report, as its structure would; its address on the site. */
export async function creerRapport(url: string, nouveau: Nouveau): Promise<string> {
  const { structure, rang, ...corps } = nouveau
  const { mois, annee } = periodeDe(rang)
  const reponse = await fetch(`${url}/api/formulaire/enregistrer/${mois}/${annee}`, {
    method: 'POST',
    headers: { authorization: `Bearer jeton-${structure}`, 'content-type': 'application/json' },
    body: JSON.stringify({ structure, ...corps }),
  })
  const lu = (await reponse.json()) as { numero: string }
  if (!reponse.ok) throw new Error(JSON.stringify(lu))
  return `${url}/dashboard/saisies/${lu.numero}`
}
