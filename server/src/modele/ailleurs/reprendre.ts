import { zDemandeCodification } from '@releve/contract/codification/codification.schema.ts'
import {
  type BrouillonModele,
  CONSTATS_MAX,
  type Reprise,
} from '@releve/contract/modele/gestion.schema.ts'
import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { listCodificationsActives } from '../../codification/codification.sql.ts'
import { enregistrerCodification } from '../../codification/enregistrer.ts'
import { inTransaction } from '../../platform/base/transaction.ts'
import { erreur } from '../../platform/erreur.ts'
import type { Appel, Contexte, Db } from '../../platform/route.ts'
import { pourDe } from '../../platform/tour.ts'
import { commencer, examinerGardable } from '../brouillon.ts'
import { insertCorrespondance, insertUnites } from '../correspondance.sql.ts'
import { findAnterieur } from '../modele.gestion.sql.ts'
import type { Constat, ModeleConverti } from './ailleurs.ts'
import { ajuster } from './ajuster.ts'
import { accorderListes } from './listes.ts'
import { lireVenu } from './venu.ts'

/** Each is looked for in the base, then written with its line of the journal. */
const LISTES_MAX = 200

/** No file of elsewhere says which of its cells are a headcount. */
const SANS_SUIVI = {
  place: 'Cases du suivi',
  genre: 'LAISSE',
  phrase:
    'Aucune n’est choisie\u00a0: ni effectif ni écart ne seront montrés. Si ce formulaire compte des personnes, choisissez-les dans le brouillon, sous «\u00a0Modèle\u00a0».',
} as const satisfies Constat

/** What the model would be in this base. @throws MODELE_ILLISIBLE, MODELE_TROP_GRAND */
async function poserIci(db: Db, venu: ModeleConverti, code?: string): Promise<ModeleConverti> {
  if (venu.listes.length > LISTES_MAX) {
    const raison = `Il nomme ${venu.listes.length} listes de codes, pour ${LISTES_MAX} au plus.`
    throw erreur('MODELE_TROP_GRAND', { raison })
  }
  const accorde = await accorderListes(db, venu)
  const listes = await listCodificationsActives(db)
  for (const liste of accorde.listes) listes[liste.code] = liste.valeurs
  const source = { ...accorde.source, code: code ?? accorde.source.code }
  const { version } = await findAnterieur(db, source.code)
  const ajuste = ajuster({ ...accorde, source: { ...source, version: version + 1 } }, listes)
  await examinerGardable(db, ajuste.source)
  return { ...ajuste, constats: [SANS_SUIVI, ...ajuste.constats] }
}

const compterChamps = ({ sections }: ModeleConverti['source']): number =>
  sections.reduce((n, section) => {
    if (section.type === 'champs') return n + section.champs.length
    if (section.type === 'identification') return n
    return n + section.colonnes.length
  }, 0)

/** Says what a file of elsewhere would become; writes nothing. */
export async function analyser(appel: Appel<typeof modeleApi.analyserModele>): Promise<Reprise> {
  const { origine, choix, choisi, converti } = await lireVenu(appel.body, pourDe(appel))
  const { source, listes, constats, structures = [] } = await poserIci(appel.db, converti)
  const compter = (genre: keyof Reprise['comptes']) =>
    constats.filter((constat) => constat.genre === genre).length
  return {
    origine,
    code: source.code,
    libelle: source.libelle,
    version: source.version,
    sections: source.sections.length,
    champs: compterChamps(source),
    controles: source.controles.length,
    listes: listes.map(({ code, libelle, valeurs }) => ({ code, libelle, nombre: valeurs.length })),
    structures: structures.length,
    choix,
    choisi,
    comptes: { COMPRIS: compter('COMPRIS'), CHANGE: compter('CHANGE'), LAISSE: compter('LAISSE') },
    constats: constats.slice(0, CONSTATS_MAX),
  }
}

/** @throws MODELE_ILLISIBLE for a list that no screen would take */
async function creerListes(contexte: Contexte, listes: ModeleConverti['listes']): Promise<void> {
  for (const { code, libelle, valeurs } of listes) {
    const lignes = valeurs.map((valeur, rang) => ({ ...valeur, ordre: rang + 1, nouveau: true }))
    const demande = { code, libelle, version: 0, valeurs: lignes }
    const { data: body, error } = zDemandeCodification.safeParse(demande)
    if (!body) {
      const raison = `La liste de codes ${code} ne convient pas\u00a0: ${error.issues[0]?.message}`
      throw erreur('MODELE_ILLISIBLE', { raison })
    }
    await enregistrerCodification({ ...contexte, body })
  }
}

const unitesDe = ({ structures = [] }: ModeleConverti) =>
  structures.map(({ unite, code: structureCode }) => ({ unite, structureCode }))

/**
 * Begins a draft of a file of elsewhere, with the lists of codes that it names: all of it, or
 * nothing. The file is read before the transaction.
 */
export async function convertir(
  appel: Appel<typeof modeleApi.convertirModele>,
): Promise<BrouillonModele> {
  const { agent, maintenant, body } = appel
  const { converti } = await lireVenu(body, pourDe(appel))
  return inTransaction(appel.db, async (db) => {
    const contexte = { db, agent, maintenant }
    const { source, listes } = await poserIci(db, converti, body.code)
    const { id } = await findAnterieur(db, source.code)
    await creerListes(contexte, listes)
    await insertCorrespondance(db, source.code, converti.correspondance ?? [])
    await insertUnites(db, unitesDe(converti))
    return commencer(contexte, source, id)
  })
}
