import type { Origine } from '@releve/contract/modele/gestion.schema.ts'
import { ErreurMetier, erreur } from '../../platform/erreur.ts'
import { JsonIllisible, readJson } from '../../platform/json.ts'
import { Illisible } from '../../platform/tableur.cases.ts'
import { readFeuillesIci } from '../../platform/tableur.lecture.ts'
import { estArchive, natureDe } from '../../platform/tableur.nature.ts'
import { type FichierConverti, Inconvertible } from './ailleurs.ts'
import { convertirDhis2 } from './dhis2.ts'
import { FEUILLES_XLSFORM } from './xlsform.feuilles.ts'
import { convertirXlsform } from './xlsform.ts'

/** What a file is, and how it becomes a model; `convertir` throws Inconvertible. */
type OrigineReconnue = { origine: Origine; convertir: (choix?: string) => FichierConverti }

const inconnue = (raison: string) => erreur('ORIGINE_INCONNUE', { raison })

/** A sentence quotes what the file says, which may have no end. */
const RAISON_MAX = 400

/** Why a workbook is no model; what may be saved as one says how. */
function refuserClasseur({ refus, message }: Illisible): ErreurMetier {
  if (refus.code === 'PAS_UN_TABLEUR') return inconnue(message)
  if (refus.code !== 'TABLEUR_ILLISIBLE') return new ErreurMetier(refus)
  return erreur('MODELE_ILLISIBLE', { raison: message.slice(0, RAISON_MAX) })
}

/** A workbook is a questionnaire when it has a sheet `survey`. */
async function lireClasseur(contenu: Uint8Array): Promise<OrigineReconnue> {
  const feuilles = await readFeuillesIci(Buffer.from(contenu), FEUILLES_XLSFORM).catch(
    (echec: unknown) => {
      throw echec instanceof Illisible ? refuserClasseur(echec) : echec
    },
  )
  if (!feuilles.has('survey'))
    throw inconnue('Ce classeur n’a pas de feuille «\u00a0survey\u00a0» qui dise quelque chose.')
  return { origine: 'XLSFORM', convertir: () => convertirXlsform(feuilles) }
}

/** What an export of DHIS2 holds one of, at least. */
const CLES_DHIS2 = ['dataSets', 'dataElements', 'dataValues', 'system']

function lireValeur(contenu: Uint8Array): unknown {
  try {
    return readJson(contenu)
  } catch (echec) {
    if (!(echec instanceof JsonIllisible)) throw echec
    throw erreur('MODELE_ILLISIBLE', { raison: echec.message })
  }
}

/** @throws MODELE_ILLISIBLE, ORIGINE_INCONNUE */
function lireJson(contenu: Uint8Array): OrigineReconnue {
  const lu = lireValeur(contenu)
  if (typeof lu === 'object' && lu !== null && 'format' in lu)
    throw inconnue('Un modèle exporté d’ici se reprend par «\u00a0Importer un fichier\u00a0».')
  if (typeof lu === 'object' && lu !== null && CLES_DHIS2.some((cle) => Object.hasOwn(lu, cle)))
    return { origine: 'DHIS2', convertir: (choix) => convertirDhis2(lu, choix) }
  throw inconnue('Ce JSON n’est pas un export de métadonnées de DHIS2.')
}

/**
 * Tells where a file comes from by what it holds, never by its name.
 * @throws ORIGINE_INCONNUE, MODELE_ILLISIBLE, TABLEUR_AUTRE_FORMAT, TABLEUR_PROTEGE
 */
async function lireOrigine(contenu: Uint8Array): Promise<OrigineReconnue> {
  if (estArchive(contenu)) return lireClasseur(contenu)
  const debut = Buffer.from(contenu.subarray(0, 300))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
  if (debut.startsWith('{')) return lireJson(contenu)
  const nature = natureDe(Buffer.from(contenu))
  if (nature && nature.refus.code !== 'PAS_UN_TABLEUR') throw refuserClasseur(nature)
  if (debut.startsWith('<'))
    throw inconnue(
      'Ce fichier est en XML\u00a0: prenez le classeur dont il est fait, ou un export en JSON.',
    )
  throw inconnue(nature?.message ?? 'Ce n’est ni un classeur ni un export en JSON.')
}

/** A file converted, and where it comes from. */
export type QuestionnaireRepris = FichierConverti & { origine: Origine }

/**
 * Converts a file, whatever its origin, here and now: a hostile file takes all the time that it
 * finds, so that only a program of `faireAPart` calls this.
 * @throws ORIGINE_INCONNUE, MODELE_ILLISIBLE, MODELE_INCONVERTIBLE
 */
export async function lireVenuIci(
  contenu: Uint8Array,
  choix?: string,
): Promise<QuestionnaireRepris> {
  const lu = await lireOrigine(contenu)
  try {
    return { origine: lu.origine, ...lu.convertir(choix) }
  } catch (echec) {
    if (!(echec instanceof Inconvertible)) throw echec
    throw erreur('MODELE_INCONVERTIBLE', { raison: echec.message })
  }
}
