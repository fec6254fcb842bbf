import type { Fichier } from '@releve/contract/fichier.ts'
import type { BrouillonModele } from '@releve/contract/modele/gestion.schema.ts'
import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { commencer, examinerGardable } from './brouillon.ts'
import { findAnterieur } from './modele.gestion.sql.ts'

/** What says that a file is one of ours. */
const FORMAT = 'releve-modele'

/** A source as a file: read by people too. */
export function exporterSource(source: ModeleSource, nom: string): Fichier {
  const texte = JSON.stringify({ format: FORMAT, modele: source }, null, 2)
  return {
    contenu: Buffer.from(`${texte}\n`),
    nom: `${source.code}-${nom}.json`,
    typeMime: 'application/json',
  }
}

const illisible = (raison: string) => erreur('MODELE_ILLISIBLE', { raison })

/** Where a JSON text breaks, as an editor counts: V8 gives the offset alone of a text that it cuts. */
function lieuDe(texte: string, echec: unknown): string {
  const dit = echec instanceof Error ? /position (\d+)/.exec(echec.message)?.[1] : undefined
  const avant = texte.slice(0, dit === undefined ? texte.length : Number(dit)).split('\n')
  return `ligne ${avant.length}, caractère ${(avant.at(-1)?.length ?? 0) + 1}`
}

/** @throws MODELE_ILLISIBLE, MODELE_TROP_GRAND */
function lireJson(contenu: Uint8Array): unknown {
  if (contenu.byteLength > 2 * BORNES_MODELE.source)
    throw erreur('MODELE_TROP_GRAND', { raison: 'Ce fichier dépasse 2\u00a0Mo.' })
  let texte = ''
  try {
    texte = new TextDecoder('utf-8', { fatal: true }).decode(contenu)
  } catch {
    throw illisible('Ce n’est pas un fichier JSON en UTF-8.')
  }
  try {
    return JSON.parse(texte)
  } catch (echec) {
    throw illisible(
      `Ce n’est pas du JSON, ou le fichier est coupé\u00a0: ${lieuDe(texte, echec)}. Exportez-le de nouveau.`,
    )
  }
}

/** The source that a file holds. @throws MODELE_ILLISIBLE, MODELE_TROP_GRAND */
function lireFichier(contenu: Uint8Array): unknown {
  const lu = lireJson(contenu)
  const estNotre = typeof lu === 'object' && lu !== null && 'format' in lu && 'modele' in lu
  if (!estNotre || lu.format !== FORMAT || Object.keys(lu).length !== 2)
    throw illisible(
      `Ce fichier n’est pas un modèle exporté d’ici\u00a0: il lui faut «\u00a0format\u00a0» (${FORMAT}) et «\u00a0modele\u00a0», et rien d’autre.`,
    )
  return lu.modele
}

/** Begins a draft from a file, under its own code or another one. */
export async function importer(
  appel: Appel<typeof modeleApi.importerModele>,
): Promise<BrouillonModele> {
  const { db, body } = appel
  const lue = lireFichier(body.fichier.contenu)
  await examinerGardable(db, lue)
  // Its shape has just been looked at, key by key.
  const source = lue as ModeleSource
  const code = body.code ?? source.code
  if (!/^[A-Z0-9][A-Z0-9_]{0,29}$/.test(code))
    throw illisible('Son code est vide ou mal écrit\u00a0: donnez-en un autre en l’important.')
  const { id, version } = await findAnterieur(db, code)
  return commencer(appel, { ...source, code, version: version + 1 }, id)
}
