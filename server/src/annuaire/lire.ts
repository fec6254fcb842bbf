import type { Annuaire, TableauMasque } from '@releve/contract/annuaire/annuaire.schema.ts'
import { porteeDe } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte } from '../platform/route.ts'
import {
  type Contenu,
  type Edition,
  findContenu,
  findEdition,
  findMasques,
} from './annuaire.sql.ts'
import { attendreSonTour } from './calculer.ts'
import { estFinie, findSuite } from './enregistrer.ts'
import { genererAnnuaire } from './generer.ts'
import { CHAPITRES } from './plan.ts'

const PUBLIEE = ['PUBLIE'] as const

const tient = ({ agent }: Contexte): boolean => porteeDe(agent, 'annuaire.gerer') === 'tout'

/** What may be done of an edition now: only the last of its year lives. */
function actionsDe(
  contexte: Contexte,
  edition: Edition | null,
  finie: boolean,
): Annuaire['actions'] {
  if (!tient(contexte)) return []
  switch (edition?.etat) {
    case 'ARRETE':
      return ['publier', 'corriger']
    case 'PUBLIE':
      return ['corriger']
    default:
      return edition && finie ? ['enregistrer', 'arreter'] : ['enregistrer']
  }
}

/** An edition that this agent may read. @throws ANNUAIRE_INTROUVABLE */
export async function findLisible(
  contexte: Contexte,
  annee: number,
  edition: number | undefined,
): Promise<Edition> {
  const etats = tient(contexte) ? undefined : PUBLIEE
  const trouvee = await findEdition(contexte.db, { annee, edition, ...(etats && { etats }) })
  if (!trouvee) throw erreur('ANNUAIRE_INTROUVABLE')
  return trouvee
}

/** What an edition says, and what would help the tables that it hides more than half. */
type EditionDite = { contenu: Contenu; masques?: TableauMasque[] | undefined }

/** Frozen, as it was; else as the forms of the day make it. @throws ANNUAIRE_INTROUVABLE */
async function findLu(contexte: Contexte, edition: Edition): Promise<EditionDite> {
  const { db } = contexte
  if (edition.etat !== 'PROVISOIRE') {
    const contenu = await findContenu(db, edition.id)
    if (!contenu) throw erreur('ANNUAIRE_INTROUVABLE')
    return { contenu, masques: tient(contexte) ? await findMasques(db, edition.id) : undefined }
  }
  const { annee, introductions, chapitresOmis: omis } = edition
  const source = { annee, soumis: false }
  const suite = await findSuite(db, edition)
  const demande = { annee, source, soumis: false, introductions, omis, suite }
  const { contenu, coulisses } = await attendreSonTour(() => genererAnnuaire(contexte, demande))
  return { contenu, masques: coulisses.masques }
}

/** What an edition says. @throws ANNUAIRE_INTROUVABLE */
export const findContenuDe = async (contexte: Contexte, edition: Edition): Promise<Contenu> =>
  (await findLu(contexte, edition)).contenu

/** The chapters of an edition, for who chooses them. */
const sommaireDe = (
  introductions: Edition['introductions'],
  omis: readonly string[],
): Annuaire['sommaire'] =>
  CHAPITRES.map(({ code, titre }) => ({
    code,
    titre,
    retenu: !omis.includes(code),
    introduction: introductions[code] ?? '',
  }))

/** @throws ANNUAIRE_INTROUVABLE */
export async function lireAnnuaire(
  contexte: Contexte,
  annee: number,
  numero?: number,
): Promise<Annuaire> {
  const edition = await findLisible(contexte, annee, numero)
  const derniere = await findEdition(contexte.db, { annee })
  const {
    id: _,
    introductions,
    chapitresOmis,
    nature: _n,
    correction: _c,
    preuve,
    ...entete
  } = edition
  const finie = estFinie(annee, contexte.maintenant)
  const { contenu, masques } = await findLu(contexte, edition)
  return {
    ...entete,
    ...contenu,
    provisoire: edition.etat === 'PROVISOIRE',
    soumisInclus: false,
    ...(tient(contexte) && edition.etat !== 'PROVISOIRE' && { preuve }),
    ...(tient(contexte) && masques && { masques }),
    sommaire: tient(contexte) ? sommaireDe(introductions, chapitresOmis) : [],
    actions: derniere?.id === edition.id ? actionsDe(contexte, edition, finie) : [],
  }
}

/** The annuaire as the forms of the day make it, with the texts that are saved. */
export async function genererApercu(
  contexte: Contexte,
  annee: number,
  soumis: boolean,
): Promise<Annuaire> {
  const { db } = contexte
  const derniere = await findEdition(db, { annee })
  const encours = derniere?.etat === 'PROVISOIRE' ? derniere : null
  const suite = encours && (await findSuite(db, encours))
  const { introductions = {}, chapitresOmis: omis = [] } = derniere ?? {}
  const demande = { annee, source: { annee, soumis }, soumis, introductions, omis, suite }
  const { contenu, coulisses } = await attendreSonTour(() => genererAnnuaire(contexte, demande))
  const finie = estFinie(annee, contexte.maintenant)
  return {
    annee,
    edition: encours?.edition ?? (derniere?.edition ?? 0) + 1,
    etat: 'PROVISOIRE',
    version: derniere?.version ?? 0,
    titre: derniere?.titre ?? `Annuaire statistique ${annee}`,
    avantPropos: derniere?.avantPropos ?? '',
    ...contenu,
    ...(coulisses.masques && { masques: coulisses.masques }),
    sommaire: sommaireDe(introductions, omis),
    provisoire: true,
    soumisInclus: soumis,
    arreteLe: null,
    publieLe: null,
    actions: actionsDe(contexte, derniere ?? null, finie),
  }
}
