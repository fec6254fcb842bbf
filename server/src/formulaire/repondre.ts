import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { FormulaireEnvoye } from '@releve/contract/formulaire/formulaire.schema.ts'
import { compterRemarques } from '@releve/contract/formulaire/retour.rules.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { updateFormulaire } from './formulaire.ecriture.sql.ts'
import { composeFormulaire } from './formulaire.lecture.ts'
import { type FormulaireCharge, relireFormulaire } from './formulaire.sql.ts'
import { updateReponse } from './remarque.sql.ts'
import { auNomDe, verifierOuvert } from './saisie.ts'

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
