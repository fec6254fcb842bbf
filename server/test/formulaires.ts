import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { expect } from 'vitest'
import { type CodeModele, exempleCoherent } from '../seed/exemple.ts'
import type { Banc, Personne, Reponse } from './banc.ts'

export type Acte = 'soumettre' | 'valider' | 'approuver' | 'diffuser'

const OPERATIONS = {
  soumettre: api.soumettreFormulaire,
  valider: api.validerFormulaire,
  approuver: api.approuverFormulaire,
  diffuser: api.diffuserFormulaire,
}

/** Runs one act of the table of transitions, confirming a month that is not over. */
export function agir(
  personne: Personne,
  acte: Acte,
  { id, version }: Pick<Formulaire, 'id' | 'version'>,
): Promise<Reponse<Formulaire>> {
  const query = { version, ...(acte === 'soumettre' && { confirme: 'true' }) }
  return personne.appeler(OPERATIONS[acte], { params: { id }, query })
}

/** The answer of a call that must succeed. */
export async function reussi<T>(reponse: Promise<Reponse<T>>): Promise<T> {
  const { statut, corps } = await reponse
  expect(statut, JSON.stringify(corps).slice(0, 600)).toBe(200)
  return corps
}

type Choix = { modele?: CodeModele; mois?: Mois; annee?: number; donnees?: Donnees }

/** Begins a month's form with coherent figures: it may be submitted as it is. */
export async function commencer(personne: Personne, choix: Choix = {}): Promise<Formulaire> {
  const { modele = 'RMA', mois = 'MARCH', annee = 2025 } = choix
  const donnees = choix.donnees ?? exempleCoherent(modele, { periode: { mois, annee } })
  const params = { mois, annee }
  return reussi(personne.appeler(api.enregistrerFormulaire, { params, body: { modele, donnees } }))
}

/** A form of CAU-R01-01 brought to a state by the people of the bench. */
export async function amener(
  banc: Banc,
  etat: 'BROUILLON' | 'SOUMIS' | 'VALIDE' | 'APPROUVE' | 'DIFFUSE' | 'RENVOYE',
  choix: Choix = {},
): Promise<Formulaire> {
  let formulaire = await commencer(banc.asStructure, choix)
  const etapes: [Acte, Personne][] = [
    ['soumettre', banc.asStructure],
    ['valider', banc.asAdmin],
    ['approuver', banc.asDpps],
    ['diffuser', banc.asDpps],
  ]
  for (const [acte, personne] of etapes) {
    if (formulaire.etat === etat) break
    if (etat === 'RENVOYE' && formulaire.etat === 'SOUMIS') {
      return renvoyer(banc.asAdmin, formulaire)
    }
    formulaire = await reussi(agir(personne, acte, formulaire))
  }
  return formulaire
}

/** Returns a form with a reason. */
export function renvoyer(personne: Personne, formulaire: Formulaire): Promise<Formulaire> {
  const { id, version } = formulaire
  const query = { version, motif: 'INCOHERENCE', texte: 'Vérifiez les entrées du mois.' }
  return reussi(personne.appeler(api.renvoyerFormulaire, { params: { id }, query }))
}

/** The form as this person reads it now. */
export function relire(personne: Personne, numero: string): Promise<Formulaire> {
  return reussi(personne.appeler(api.lireFormulaire, { params: { numero } }))
}
