import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Action, Etat, Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { ACTIONS, ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { describe, expect, it } from 'vitest'
import type { Personne, Reponse } from '../../test/banc.ts'
import { viderTables } from '../../test/base.ts'
import { agir, amener, relire, reussi } from '../../test/formulaires.ts'
import { forcer, MOTIF, modifier, ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAdmin, asDpps, asAutreDpps, asDirectionRegionale } = banc

/** The call behind each action, on a form that is there. */
const APPELS: Record<
  Exclude<Action, 'enregistrer'>,
  (qui: Personne, f: Formulaire) => Promise<Reponse<unknown>>
> = {
  modifier: (qui, f) => modifier(qui, f, { DIFF: 'Autre texte.' }),
  soumettre: (qui, f) => agir(qui, 'soumettre', f),
  valider: (qui, f) => agir(qui, 'valider', f),
  approuver: (qui, f) => agir(qui, 'approuver', f),
  diffuser: (qui, f) => agir(qui, 'diffuser', f),
  renvoyer: (qui, { id, version }) =>
    qui.appeler(api.renvoyerFormulaire, { params: { id }, query: { version, ...MOTIF } }),
  changerEtat: (qui, f) => forcer(qui, f, f.etat === 'BROUILLON' ? 'RENVOYE' : 'BROUILLON'),
  remarquer: (qui, { numero }) =>
    qui.appeler(api.remarquerFormulaire, {
      body: { numero, remarques: [{ cellule: null, texte: 'Vu.', statut: 'OUVERTE' }] },
    }),
  // Who may answer is told first that the report has no such remark.
  repondre: (qui, { numero }) =>
    qui.appeler(api.repondreRemarque, {
      body: { numero, id: 1, reponse: 'Le chiffre est juste.' },
    }),
  relancer: (qui, { structure: { code }, modele, mois, annee }) =>
    qui.appeler(relanceApi.relancer, {
      body: { lignes: [{ structure: code, modele: modele.code, mois, annee }] },
    }),
  historique: (qui, { numero }) => qui.appeler(api.listHistorique, { params: { numero } }),
}

const PERSONNES = { asStructure, asDirectionRegionale, asAdmin, asDpps, asAutreDpps }
const CAS = ETATS.flatMap((etat) =>
  (Object.keys(PERSONNES) as (keyof typeof PERSONNES)[]).map((nom) => [etat, nom] as const),
)

/** Whether an act that does not write the form was done: a reminder answers with what it refuses. */
const aFait = (action: Action, corps: unknown): boolean =>
  action === 'historique' ||
  (action === 'relancer' &&
    typeof corps === 'object' &&
    Reflect.get(corps ?? {}, 'formulaires') === 1)

/** The form in this state, whatever was done before. */
async function refaire(etat: Etat): Promise<Formulaire> {
  await viderTables(banc.base.db, 'formulaire', 'tache', 'relance')
  if (etat !== 'ANNULE') return amener(banc, etat)
  return reussi(forcer(asDpps, await amener(banc, 'BROUILLON'), etat))
}

describe('les actions qu’une réponse annonce', () => {
  it.each(CAS)('sont celles que les appels acceptent ensuite (%s, %s)', async (etat, nom) => {
    const personne = PERSONNES[nom]
    let f = await refaire(etat)
    const { actions } = await relire(personne, f.numero)
    const { corps } = await personne.appeler(api.listFormulairesStructures, {
      body: { etats: [etat] },
    })
    expect(corps.elements.map((resume) => resume.actions)).toEqual([actions])
    for (const action of ACTIONS) {
      if (action === 'enregistrer') continue
      // A reminder names a month: that of a cancelled form waits for another one.
      if (action === 'relancer' && etat === 'ANNULE') continue
      const reponse = await APPELS[action](personne, f)
      const { version } = await relire(asDpps, f.numero)
      // Repeating one's own last act answers 200 too, and does nothing.
      const fait =
        action === 'repondre'
          ? reponse.code === 'REMARQUE_INTROUVABLE'
          : reponse.statut === 200 && (aFait(action, reponse.corps) || version > f.version)
      expect([action, fait], reponse.code).toEqual([action, actions.includes(action)])
      if (version > f.version) f = await refaire(etat)
    }
  })
})
