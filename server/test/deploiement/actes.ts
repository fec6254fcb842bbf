import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { messagerieApi } from '@releve/contract/messagerie/messagerie.api.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { ficheDe } from '../../src/structure/enregistrer.ts'
import { agir, reussi } from '../formulaires.ts'
import { enLettres, moisDuJour, nommer, plus } from './dates.ts'
import type { Monde } from './monde.ts'
import { bienvenue, nouvelAgent, regionDe } from './pays.ts'
import type { Agent, Lettre, Lieu, Reference, Reglages } from './reference.ts'

// Each act is done as people do it, and said to the reference; what it has a mail leave is
// returned.

export type Vecu = { monde: Monde; reference: Reference; jour: string }

type Precision = { aPartirDe?: number }

async function modifier(
  { monde: { dpps } }: Vecu,
  code: string,
  champs: Partial<FicheStructure>,
  { aPartirDe }: Precision = {},
): Promise<void> {
  const lue = await reussi(dpps.appeler(structureApi.lireStructure, { params: { code } }))
  const { interruptions: _i, periodes: _p, comptes: _c, actions: _a, ...structure } = lue
  const du = aPartirDe === undefined ? {} : { aPartirDe: periodeDe(aPartirDe) }
  const body = { ...ficheDe(structure), version: lue.version, ...champs, ...du }
  await reussi(dpps.appeler(structureApi.modifierStructure, { body }))
}

export async function suspendre(vecu: Vecu, lieu: Lieu): Promise<void> {
  await modifier(vecu, lieu.code, { etat: 'SUSPENDUE' })
  lieu.etat = 'SUSPENDUE'
  lieu.interruptions.push({ du: vecu.jour, au: null })
}

export async function reprendre(vecu: Vecu, lieu: Lieu): Promise<void> {
  await modifier(vecu, lieu.code, { etat: 'ACTIVE' })
  lieu.etat = 'ACTIVE'
  const derniere = lieu.interruptions.at(-1)
  if (derniere) derniere.au = plus(vecu.jour, -1)
}

export async function fermer(vecu: Vecu, lieu: Lieu): Promise<void> {
  await modifier(vecu, lieu.code, { etat: 'FERMEE', dateFermeture: vecu.jour })
  lieu.etat = 'FERMEE'
  lieu.fermeture = vecu.jour
}

export async function deplacer(
  vecu: Vecu,
  lieu: Lieu,
  { du, parent }: { du: number; parent: string },
): Promise<void> {
  const region = regionDe(parent)
  await modifier(vecu, lieu.code, { parent, region }, { aPartirDe: du })
  vecu.reference.changer(lieu.code, du, () => ({ parent }))
}

/** Gives a model from a month on, or takes it away. */
export async function changerModele(
  vecu: Vecu,
  lieu: Lieu,
  { du, modele }: { du: number; modele: string },
): Promise<void> {
  const basculer = (modeles: readonly string[]) =>
    modeles.includes(modele) ? modeles.filter((un) => un !== modele) : [...modeles, modele]
  const modeles = basculer(vecu.reference.etatDe(lieu, du)?.modeles ?? [])
  await modifier(vecu, lieu.code, { modeles }, { aPartirDe: du })
  vecu.reference.changer(lieu.code, du, (etat) => ({ modeles: basculer(etat.modeles) }))
}

/** A structure that opens, and who answers for it. */
export async function ouvrir(vecu: Vecu, code: string, ouverture: string): Promise<Lettre[]> {
  const { monde, reference } = vecu
  const [parent, modeles] = [`DR-${Number(code.slice(-3)) % 4}`, ['MENS', 'TRIM']]
  const nom = `Établissement ${code.slice(-3)}`
  const body = {
    code,
    libelle: nom,
    typeStructure: 'CAU',
    region: regionDe(code),
    parent,
    modeles,
    dateOuverture: ouverture,
  }
  await reussi(monde.dpps.appeler(structureApi.creerStructure, { body }))
  const etats = [{ du: 0, parent, modeles }]
  reference.lieux.set(code, {
    code,
    nom,
    etat: 'ACTIVE',
    ouverture,
    fermeture: null,
    interruptions: [],
    etats,
  })
  return creerCompte(vecu, `chef-${code.slice(-3)}`, code)
}

export async function creerCompte(
  { monde, reference }: Vecu,
  identifiant: string,
  structure: string,
): Promise<Lettre[]> {
  const agent = nouvelAgent(identifiant, [structure])
  const { email } = agent
  const roles = ['ROLE_STRUCTURE' as const]
  const body = { identifiant, nom: identifiant, prenoms: 'Binta', email, roles, structure }
  await reussi(monde.dpps.appeler(utilisateurApi.creerUtilisateur, { body }))
  reference.agents.set(identifiant, agent)
  return [bienvenue(agent)]
}

/** Blocks an account, or has it work again. */
export async function bloquerOuDebloquer({ monde }: Vecu, agent: Agent): Promise<void> {
  const { id } = await monde.personne(agent.identifiant)
  const acte = agent.actif ? utilisateurApi.bloquerUtilisateur : utilisateurApi.debloquerUtilisateur
  await reussi(monde.dpps.appeler(acte, { params: { id } }))
  monde.oublier(agent.identifiant)
  agent.actif = !agent.actif
}

async function modifierCompte(
  { monde }: Vecu,
  agent: Agent,
  champs: { email?: string; structure?: string },
): Promise<void> {
  const { id } = await monde.personne(agent.identifiant)
  const params = { id }
  const lu = await reussi(monde.dpps.appeler(utilisateurApi.lireUtilisateur, { params }))
  const { identifiant, nom, prenoms, telephone, fonction, roles, version } = lu
  const body = {
    id,
    version,
    identifiant,
    nom,
    prenoms,
    telephone,
    fonction,
    roles,
    email: lu.email ?? '',
    structure: lu.structure?.code ?? null,
    autreStructure: lu.autreStructure.map(({ code }) => code),
    ...champs,
  }
  await reussi(monde.dpps.appeler(utilisateurApi.modifierUtilisateur, { body }))
}

/** The address that an account had is told of the new one; who has never signed in is greeted there. */
export async function changerAdresse(vecu: Vecu, agent: Agent): Promise<Lettre[]> {
  const [a, email] = [agent.email, `n-${agent.email}`]
  await modifierCompte(vecu, agent, { email })
  agent.email = email
  const change = { a, objet: 'Relevé\u00a0: l’adresse de votre compte a changé', texte: null }
  return agent.actif ? [change, bienvenue(agent)] : [change]
}

export async function muter(vecu: Vecu, agent: Agent, structure: string): Promise<void> {
  await modifierCompte(vecu, agent, { structure })
  const autres = agent.structures.slice(1).filter((code) => code !== structure)
  agent.structures = [structure, ...autres]
}

export async function choisirAvis(
  { monde }: Vecu,
  agent: Agent,
  frequence: 'CHAQUE' | 'QUOTIDIEN',
): Promise<void> {
  const personne = await monde.personne(agent.identifiant)
  await reussi(personne.appeler(messagerieApi.modifierAvis, { body: { frequence } }))
  Object.assign(agent, { avis: frequence, nouveaux: [] })
}

export async function regler({ monde, reference }: Vecu, voulus: Partial<Reglages>): Promise<void> {
  Object.assign(reference.reglages, voulus)
  const { auto, jours, copie, liste, courriel } = reference.reglages
  const body = {
    relanceAutomatique: auto,
    relanceJours: jours,
    relanceCopie: copie,
    relanceDirection: liste,
    relanceCourriel: courriel,
  }
  await reussi(monde.dpps.appeler(relanceApi.modifierReglagesRelances, { body }))
}

const FUSEAU = 'Indian/Comoro'

/** The holidays, one more of them; the rest of the calendar as it is. */
export async function ajouterFeries({ monde, reference, jour }: Vecu, ...neufs: string[]) {
  const joursFeries = [...reference.feries, ...neufs]
  const body = { jourEcheance: 5, moisVerrou: 3, fuseau: FUSEAU, joursFeries, doubleRegard: true }
  await reussi(monde.dpps.appeler(calendrierApi.modifierCalendrier, { body }))
  reference.changerFeries(joursFeries, jour)
}

/** Opens a closed month again to structures; told to their people. */
export async function rouvrir(
  { monde, reference }: Vecu,
  codes: string[],
  { mois, jusqua }: { mois: number; jusqua: string },
): Promise<{ ids: number[]; lettres: Lettre[] }> {
  const body = { structures: codes, ...periodeDe(mois), jusqua, motif: 'Registres retrouvés.' }
  const { rouvertes } = await reussi(monde.dpps.appeler(calendrierApi.rouvrirMois, { body }))
  const lettres = codes.flatMap((code) => direRouvert(reference, code, mois, 'Mois rouvert'))
  for (const code of codes) reference.reouvertures.push({ code, mois, jusqua })
  return { ids: rouvertes.map(({ id }) => id), lettres }
}

const direRouvert = (reference: Reference, code: string, mois: number, titre: string) => {
  const quoi = `${titre}\u00a0: ${nommer(mois, 1)}, ${reference.lieu(code).nom} (${code})`
  return reference
    .gensDe(code)
    .flatMap((agent) => reference.annoncer(agent, `Direction dpps\u00a0: ${quoi}`))
}

/** Ends an opening before its day; told to its people. */
export async function terminer({ monde, reference }: Vecu, id: number): Promise<Lettre[]> {
  const params = { id }
  const finie = await reussi(monde.dpps.appeler(calendrierApi.terminerReouverture, { params }))
  const { code } = finie.structure
  reference.reouvertures = reference.reouvertures.filter((une) => une.code !== code)
  return direRouvert(reference, code, moisDuJour(`${isoDe(finie)}-01`), 'Réouverture terminée')
}

/** A structure asks for more time, and has it. */
export async function prolonger(
  { monde, reference }: Vecu,
  code: string,
  { mois, jusqua }: { mois: number; jusqua: string },
): Promise<Lettre[]> {
  const [agent] = reference.gensDe(code)
  if (!agent) return []
  const personne = await monde.personne(agent.identifiant)
  const body = { structure: code, ...periodeDe(mois), motif: 'Le comptable est absent.' }
  await reussi(personne.appeler(calendrierApi.demanderProlongation, { body }))
  const { elements } = await reussi(
    monde.dpps.appeler(calendrierApi.listProlongations, { query: { etat: ['EN_ATTENTE'] } }),
  )
  const params = { id: elements[0]?.id ?? 0 }
  await reussi(monde.dpps.appeler(calendrierApi.accorderProlongation, { params, body: { jusqua } }))
  reference.reouvertures.push({ code, mois, jusqua })
  return direRouvert(reference, code, mois, 'Prolongation accordée')
}

export async function faireTaire(vecu: Vecu, code: string, jours: number): Promise<void> {
  const jusqua = plus(vecu.jour, jours)
  const body = { structure: code, jusqua, motif: 'Déménagement.' }
  await reussi(vecu.monde.dpps.appeler(relanceApi.suspendreRelances, { body }))
  vecu.reference.silences.set(code, jusqua)
}

export async function laisserParler(vecu: Vecu, code: string): Promise<void> {
  const body = { structure: code }
  await reussi(vecu.monde.dpps.appeler(relanceApi.reprendreRelances, { body }))
  vecu.reference.silences.delete(code)
}

/** Reminds by hand of all that a structure misses. */
export async function relancerAMain(vecu: Vecu, code: string): Promise<Lettre[]> {
  const texte = `Appelez-nous avant le ${enLettres(plus(vecu.jour, 3))}.`
  const body = { lignes: [{ structure: code }], texte }
  await reussi(vecu.monde.dpps.appeler(relanceApi.relancer, { body }))
  return vecu.reference.relancerAMain(vecu.jour, code, { par: 'Direction dpps', texte })
}

export type FormulaireVecu = {
  cle: string
  lieu: Lieu
  modele: string
  mois: number
  tenu: Formulaire
}

type Voulu = Omit<FormulaireVecu, 'tenu'>

/** Somebody of the structure begins a report, or goes on with it. */
export async function commencer({ monde, reference }: Vecu, { lieu, modele, mois }: Voulu) {
  const [agent] = reference.gensDe(lieu.code)
  const personne = await monde.personne(agent?.identifiant ?? '')
  const body = { modele, structure: lieu.code, donnees: { NB: mois % 7 } }
  const params = periodeDe(mois)
  return reussi(personne.appeler(formulaireApi.enregistrerFormulaire, { params, body }))
}

export async function soumettre(
  { monde, reference }: Vecu,
  formulaire: FormulaireVecu,
): Promise<void> {
  const [agent] = reference.gensDe(formulaire.lieu.code)
  const personne = await monde.personne(agent?.identifiant ?? '')
  formulaire.tenu = await reussi(agir(personne, 'soumettre', formulaire.tenu))
  reference.recus.add(formulaire.cle)
}

/** What the directorate does with a report that is received: it stays so. */
export async function avancer(
  { monde: { admin, dpps } }: Vecu,
  formulaire: FormulaireVecu,
): Promise<void> {
  const { etat, id, version } = formulaire.tenu
  if (etat === 'SOUMIS') formulaire.tenu = await reussi(agir(admin, 'valider', formulaire.tenu))
  if (etat === 'VALIDE') formulaire.tenu = await reussi(agir(dpps, 'approuver', formulaire.tenu))
  if (etat === 'APPROUVE') formulaire.tenu = await reussi(agir(dpps, 'diffuser', formulaire.tenu))
  if (etat !== 'DIFFUSE') return
  const query = { version, motif: 'INCOHERENCE', texte: 'Vérifiez.' }
  formulaire.tenu = await reussi(
    dpps.appeler(formulaireApi.renvoyerFormulaire, { params: { id }, query }),
  )
}

/** Sent back to correct, it stays received; forced to a draft, or cancelled, it is missing again. */
export async function reculer(
  { monde: { dpps }, reference }: Vecu,
  formulaire: FormulaireVecu,
  vers: 'RENVOYE' | 'BROUILLON' | 'ANNULE',
): Promise<void> {
  const { id, numero, version } = formulaire.tenu
  const query = { version, motif: 'INCOMPLET', texte: 'Une page manque.' }
  formulaire.tenu = await reussi(
    vers === 'RENVOYE'
      ? dpps.appeler(formulaireApi.renvoyerFormulaire, { params: { id }, query })
      : dpps.appeler(formulaireApi.changerEtatFormulaire, {
          params: { numero, etat: vers },
          query,
        }),
  )
  if (vers !== 'RENVOYE') reference.recus.delete(formulaire.cle)
}
