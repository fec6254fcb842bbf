// Makes one file of an annuaire, in a process of its own, and ends.
import { flushCompileCache } from 'node:module'
import type { Annuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import type { FormatAnnuaire, Licence } from '@releve/contract/annuaire/fichier.schema.ts'
import { surveiller } from '../../platform/apart.reponse.ts'
import { composeClasseur } from '../../platform/tableur.feuilles.ts'
import { composerPdf } from '../../platform/typst.ts'
import { composeArchive } from '../../platform/zip.ts'
import { csvDe, jsonDe, tableauxDe } from './donnees.ts'
import { feuillesDe } from './feuilles.ts'
import { livreDe } from './livre.ts'
import { ouvrageDe } from './ouvrage.ts'
import { cheminCsv, paquetDe } from './paquet.ts'

/** The content travels as the text that the base keeps. */
export type DemandeFichier = { annuaire: string; format: FormatAnnuaire; licence: Licence }

export type ReponseFichier = { octets: Uint8Array } | { panne: string; absent: boolean }

const PAGES = new URL('./annuaire.typ', import.meta.url)

async function archiveDe(annuaire: Annuaire, licence: Licence): Promise<Buffer> {
  const tableaux = tableauxDe(annuaire)
  const paquet = paquetDe(annuaire, tableaux, licence)
  const parties = [{ nom: 'datapackage.json', contenu: paquet, serre: true }]
  for (const tableau of tableaux) {
    const contenu = await csvDe(tableau, annuaire.annee)
    parties.push({ nom: cheminCsv(tableau.code), contenu, serre: true })
  }
  return composeArchive(parties)
}

async function composer({ annuaire, format, licence }: DemandeFichier): Promise<Buffer> {
  // The content that the platform itself has made and checked.
  const contenu = JSON.parse(annuaire) as Annuaire
  const { titre, organisation: auteur } = contenu
  switch (format) {
    case 'pdf':
      return (await composerPdf(PAGES, livreDe(ouvrageDe(contenu)))).pdf
    case 'xlsx':
    case 'ods':
      return composeClasseur({ titre, auteur, feuilles: feuillesDe(contenu) }, format)
    case 'csv':
      return archiveDe(contenu, licence)
    case 'json':
      return jsonDe(contenu)
  }
}

const dire = (reponse: ReponseFichier): Promise<void> =>
  new Promise((dit) => process.send?.(reponse, undefined, undefined, () => dit()))

surveiller()
process.once('message', (demande: DemandeFichier) => {
  // As in `apart.reponse.ts`, which has no word for a compiler that is absent.
  flushCompileCache()
  composer(demande)
    .then((octets) => dire({ octets }))
    .catch((echec: unknown) =>
      dire({
        panne: String(echec),
        absent: echec instanceof Error && echec.name === 'CompilateurAbsent',
      }),
    )
    .finally(() => process.exit())
})
