import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import {
  type FormulaireEnvoye,
  LIBELLES_ETATS,
  type Remarque,
  type TexteModifie,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleRemarque } from '@releve/contract/formulaire/remarque.rules.ts'
import { compterRemarques } from '@releve/contract/formulaire/retour.rules.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { updateFormulaire } from './formulaire.ecriture.sql.ts'
import { composeFormulaire } from './formulaire.lecture.ts'
import { type FormulaireCharge, relireFormulaire } from './formulaire.sql.ts'
import { insertRemarques, updateRemarque, updateReponse } from './remarque.sql.ts'
import { findCasesRouvertesAussi } from './retour.ts'
import { auNomDe, verifierOuvert } from './saisie.ts'

type AppelRemarquer = Appel<typeof formulaireApi.remarquerFormulaire>

/** @throws CELLULE_INCONNUE, REMARQUE_INTROUVABLE */
async function verifierRemarques({ db, body }: AppelRemarquer, f: FormulaireCharge) {
  const { compile } = await findModeleCompile(db, f.modeleId)
  const connues = new Set(f.remarques.map(({ id }) => id))
  for (const { id, cellule } of body.remarques) {
    if (cellule !== null && !celluleDe(compile, cellule)) {
      throw erreur('CELLULE_INCONNUE', { cellule })
    }
    if (id !== undefined && !connues.has(id)) throw erreur('REMARQUE_INTROUVABLE')
  }
}

type RemarqueEnvoyee = AppelRemarquer['body']['remarques'][number]

/** Said again, on a line that lost the answer: the remark stands already, by the same person. */
function estDejaDite(
  f: FormulaireCharge,
  agent: Agent,
  { id, cellule, texte, statut }: RemarqueEnvoyee,
) {
  return f.remarques.some((r) =>
    id === undefined
      ? r.auteur === agent.nomAffichable && r.cellule === cellule && memeContenu(r, texte, statut)
      : r.id === id && memeContenu(r, texte, statut),
  )
}

function memeContenu(r: Remarque, texte: string, statut: Remarque['statut']): boolean {
  return r.texte === texte && r.statut === statut
}

const enPhrase = (r: Remarque | undefined) => (r ? `${r.texte} (${libelleRemarque(r)})` : null)

/** What the act changes of the remarks, each with its cell: who reads the record sees which. */
function textesDe(f: FormulaireCharge, apres: readonly Remarque[]): TexteModifie[] {
  const avant = new Map(f.remarques.map((r) => [r.id, r]))
  return apres.flatMap((r) => {
    const [dit, redit] = [enPhrase(avant.get(r.id)), enPhrase(r)]
    return dit === redit
      ? []
      : [{ sorte: 'REMARQUE', cle: r.cellule ?? '', avant: dit, apres: redit }]
  })
}

/** Adds, changes or lifts remarks on cells; the record says that it was done, and by whom. */
export async function remarquerFormulaire(
  appel: AppelRemarquer,
  f: FormulaireCharge,
): Promise<FormulaireEnvoye> {
  const { db, agent, body, maintenant } = appel
  if (f.etat === 'ANNULE') throw erreur('TRANSITION_INTERDITE', { etat: LIBELLES_ETATS[f.etat] })
  await verifierRemarques(appel, f)
  const changees = body.remarques.filter((remarque) => !estDejaDite(f, agent, remarque))
  if (changees.length === 0) return composeFormulaire(appel, f)
  const le = maintenant.toISOString()
  const nouvelles = changees.filter(({ id }) => id === undefined)
  await insertRemarques(db, f.id, agent.id, nouvelles, le)
  for (const { id, texte, statut } of changees) {
    if (id !== undefined) await updateRemarque(db, f.id, id, { texte, statut })
  }
  const trace = { agentId: agent.id, auNomDe: null, action: 'remarquer', de: f.etat, vers: f.etat }
  const avant = await relireFormulaire(db, f)
  const { remarques } = avant
  const cases = await findCasesRouvertesAussi(db, f, remarques)
  const casesOuvertes = cases && JSON.stringify(cases)
  const suivi = { ...compterRemarques(remarques), casesOuvertes }
  const dite = { ...trace, le, textes: textesDe(f, remarques) }
  await updateFormulaire(db, f, { trace: dite, suivi })
  return composeFormulaire(appel, await relireFormulaire(db, f))
}

type AppelRepondre = Appel<typeof formulaireApi.repondreRemarque>

/** Says why a figure stays, rather than changing it, or what changed it: the remark is then closed. */
export async function repondreRemarque(
  appel: AppelRepondre,
  f: FormulaireCharge,
): Promise<FormulaireEnvoye> {
  const { db, agent, body, maintenant } = appel
  verifierOuvert(f, maintenant)
  const remarque = f.remarques.find(({ id }) => id === body.id)
  if (!remarque) throw erreur('REMARQUE_INTROUVABLE')
  if (remarque.statut === 'LEVEE') throw erreur('REMARQUE_LEVEE')
  const { id, cellule, reponse: dite } = remarque
  // Said again, on a line that lost the answer.
  const deja = dite?.texte === body.reponse && dite.auteur === agent.nomAffichable
  if (deja && remarque.statut === 'CORRIGEE') return composeFormulaire(appel, f)
  const le = maintenant.toISOString()
  await updateReponse(db, id, { reponse: body.reponse, repondueLe: le, reponduePar: agent.id })
  const corrigees = f.remarques.map((r) =>
    r.id === id ? ({ ...r, statut: 'CORRIGEE' } as const) : r,
  )
  const trace = {
    agentId: agent.id,
    auNomDe: auNomDe(agent, f.structureId),
    action: 'repondre',
    de: f.etat,
    vers: f.etat,
    texte: body.reponse,
    textes: [
      {
        sorte: 'REPONSE' as const,
        cle: cellule ?? '',
        avant: dite?.texte ?? null,
        apres: body.reponse,
      },
    ],
    le,
  }
  await updateFormulaire(db, f, { trace, suivi: compterRemarques(corrigees) })
  return composeFormulaire(appel, await relireFormulaire(db, f))
}
