import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { debutApi } from '@releve/contract/calendrier/debut.api.ts'
import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { describe, expect, it } from 'vitest'
import { ficheDe } from '../../src/structure/enregistrer.ts'
import { reussi } from '../formulaires.ts'
import { LISTE } from './modeles.ts'
import { type Appeler, ouvrirMonde } from './monde.ts'

const { acteurs } = await ouvrirMonde()
const [CAU, POUP] = ['CAU-R01-01', 'POUP-R01-01']
const MOTIF = { motif: 'INCOHERENCE', texte: 'Vérifiez ces chiffres.' }

const acteurDe = (nom: string) => {
  const acteur = acteurs.find((a) => a.nom === nom)
  if (!acteur) throw new Error(`${nom} n’est pas du monde`)
  return acteur
}

/** How somebody calls a process; the embedded base has one. */
const voixDe = (nom: string, processus: number): Appeler => {
  const { voix } = acteurDe(nom)
  const appeler = voix[processus % voix.length]
  if (!appeler) throw new Error(`${nom} n’a pas de processus`)
  return appeler
}

const diane = voixDe('diane', 0)
const awa = voixDe('awa', 0)
const commencer = (mois: Mois, donnees: Donnees) =>
  reussi(
    diane(api.enregistrerFormulaire, {
      params: { mois, annee: 2025 },
      body: { modele: 'SUIVI', structure: CAU, donnees },
    }),
  )
const janvier = await commencer('JANUARY', { DEB: 1, ENT: 1, SOR: 0 })
const fevrier = await commencer('FEBRUARY', { DEB: 1, ENT: 1, SOR: 0 })
const mars = await commencer('MARCH', { DEB: 1, ENT: 1, SOR: 0 })

type Regard = (processus: number) => Promise<unknown>

const lire =
  (nom: string, { numero }: Formulaire, voir: (lu: Formulaire) => unknown): Regard =>
  async (processus) => {
    const reponse = await voixDe(nom, processus)(api.lireFormulaire, { params: { numero } })
    return reponse.statut === 200 ? voir(reponse.corps) : reponse.code
  }

const peut =
  (action: Formulaire['actions'][number]) =>
  ({ actions }: Formulaire) =>
    actions.includes(action)

/** How many lines of March a person's list has, and what the whole says of it. */
const compter =
  (nom: string): Regard =>
  async (processus) => {
    const { elements, total } = await reussi(
      voixDe(nom, processus)(api.listFormulaires, {
        params: { mois: 'MARCH', annee: 2025 },
        query: { taille: 200, structure: POUP },
      }),
    )
    return [elements.length, total]
  }

const totalDuPays =
  (nom: string): Regard =>
  async (processus) =>
    (await reussi(voixDe(nom, processus)(api.listFormulairesStructures, { body: {} }))).total

const totalDuMois: Regard = async (processus) => {
  const params = { mois: 'MARCH', annee: 2025 } as const
  return (await reussi(voixDe('elise', processus)(api.listFormulaires, { params }))).total
}

const totalDeDecembre: Regard = async (processus) => {
  const params = { mois: 'DECEMBER', annee: 2024 } as const
  return (await reussi(voixDe('elise', processus)(api.listFormulaires, { params }))).total
}

const acces =
  (nom: string): Regard =>
  async (processus) => {
    const { statut, code } = await voixDe(nom, processus)(utilisateurApi.listUtilisateurs)
    return code || statut
  }

const pouvoirs: Regard = async (processus) => {
  const { statut, code } = await voixDe('elise', processus)(securiteApi.lireSecurite)
  return code || statut
}

async function regler(changement: object): Promise<unknown> {
  const { version: _version, ...reglages } = await reussi(diane(calendrierApi.lireCalendrier))
  const body = { ...reglages, ...changement }
  return reussi(diane(calendrierApi.modifierCalendrier, { body }))
}

const debuter = (debutCollecte: string) =>
  reussi(diane(debutApi.modifierDebut, { body: { debutCollecte } }))

async function changerFiche(code: string, changement: Partial<FicheStructure>): Promise<unknown> {
  const { elements } = await reussi(diane(structureApi.listStructures, { query: { q: code } }))
  const lue = elements.find((s) => s.code === code)
  if (!lue || !('version' in lue)) throw new Error(`${code} absente`)
  const body = { ...ficheDe(lue), ...changement, version: lue.version }
  return reussi(diane(structureApi.modifierStructure, { body }))
}

async function changerCompte(nom: string, changement: Partial<FicheUtilisateur>): Promise<unknown> {
  const { id } = acteurDe(nom)
  const lu = await reussi(diane(utilisateurApi.lireUtilisateur, { params: { id } }))
  const { identifiant, version, roles } = lu
  const structure = lu.structure?.code ?? null
  const fiche = { id, identifiant, nom, version, roles, structure, email: `${nom}@releve.exemple` }
  return reussi(diane(utilisateurApi.modifierUtilisateur, { body: { ...fiche, ...changement } }))
}

async function mener(
  { numero }: Formulaire,
  acte: 'soumettre' | 'valider' | 'approuver' | 'diffuser' | 'renvoyer',
  par = diane,
): Promise<unknown> {
  const { id, version } = await reussi(diane(api.lireFormulaire, { params: { numero } }))
  const params = { id }
  const query = { version }
  switch (acte) {
    case 'soumettre':
      return reussi(par(api.soumettreFormulaire, { params, query }))
    case 'valider':
      return reussi(par(api.validerFormulaire, { params, query }))
    case 'approuver':
      return reussi(par(api.approuverFormulaire, { params, query }))
    case 'diffuser':
      return reussi(par(api.diffuserFormulaire, { params, query }))
    case 'renvoyer':
      return reussi(par(api.renvoyerFormulaire, { params, query: { ...query, ...MOTIF } }))
  }
}

async function changerCode(actif: boolean): Promise<unknown> {
  const params = { code: LISTE }
  const { libelle, version, valeurs } = await reussi(
    diane(codificationApi.lireCodification, { params }),
  )
  const [premiere] = valeurs
  if (!premiere) throw new Error('liste vide')
  const { code, libelle: nom, ordre } = premiere
  const body = { code: LISTE, libelle, version, valeurs: [{ code, libelle: nom, ordre, actif }] }
  return reussi(diane(codificationApi.enregistrerCodification, { body }))
}

async function terminer(): Promise<unknown> {
  const query = { etat: ['OUVERTE' as const] }
  const { elements } = await reussi(diane(calendrierApi.listReouvertures, { query }))
  const [premiere] = elements
  if (!premiere) throw new Error('rien n’est rouvert')
  return reussi(diane(calendrierApi.terminerReouverture, { params: { id: premiere.id } }))
}

const rouvrir = () =>
  reussi(
    diane(calendrierApi.rouvrirMois, {
      body: {
        structures: [CAU],
        mois: 'JANUARY',
        annee: 2025,
        jusqua: '2025-04-10',
        motif: 'Retard justifié par la structure.',
      },
    }),
  )

const commencerPoup = () =>
  reussi(
    diane(api.enregistrerFormulaire, {
      params: { mois: 'MARCH', annee: 2025 },
      body: { modele: 'LIEN', structure: POUP },
    }),
  )

const finDAvant = (lu: Formulaire) => lu.precedent?.donnees['FIN'] ?? null
const messageDe = (cle: string) => (lu: Formulaire) =>
  lu.resultats.find((resultat) => resultat.cle === cle)?.message

type Cause = [titre: string, regard: Regard, acte: () => Promise<unknown>, attendu: unknown]

/** One after another: each starts from what the one before has left. */
const CAUSES: Cause[] = [
  ['le mois d’avant soumis', lire('awa', mars, finDAvant), () => mener(fevrier, 'soumettre'), 2],
  ['le mois d’avant renvoyé', lire('awa', mars, finDAvant), () => mener(fevrier, 'renvoyer'), null],
  [
    'une case enregistrée',
    lire('awa', mars, ({ donnees }) => donnees['FIN']),
    () => {
      const { numero, version } = mars
      return reussi(
        diane(api.modifierFormulaire, { body: { numero, version, donnees: { ENT: 4 } } }),
      )
    },
    5,
  ],
  [
    'la fiche de la structure, dans un brouillon',
    lire('awa', mars, ({ donnees }) => donnees['LIBRE']),
    () => changerFiche(CAU, { capacite: 7 }),
    2,
  ],
  [
    'un jour férié, dans un contrôle',
    lire('awa', mars, messageDe('SU05')),
    () => regler({ joursFeries: ['2025-03-03', '2025-03-04'] }),
    '19 jours ouvrés.',
  ],
  [
    'un jour férié, dans le contrôle d’un rapport reçu',
    async (processus) => {
      // Not by who will validate it.
      await mener(fevrier, 'soumettre', awa).catch(() => {})
      return lire('awa', fevrier, messageDe('SU05'))(processus)
    },
    () => regler({ joursFeries: ['2025-02-03'] }),
    '19 jours ouvrés.',
  ],
  [
    'un code désactivé',
    lire('awa', mars, ({ contexte }) => contexte?.codesHors),
    () => changerCode(false),
    { [LISTE]: ['ROUGE'] },
  ],
  [
    'la validation, qui ferme l’approbation à qui valide',
    lire('diane', fevrier, peut('valider')),
    () => mener(fevrier, 'valider'),
    false,
  ],
  [
    'le double regard levé',
    lire('diane', fevrier, peut('approuver')),
    () => regler({ doubleRegard: false }),
    true,
  ],
  [
    'la diffusion, pour une autre structure',
    totalDuPays('chloe'),
    async () => {
      await mener(fevrier, 'approuver')
      await mener(fevrier, 'diffuser')
    },
    1,
  ],
  [
    'la clôture avancée',
    lire('awa', janvier, peut('modifier')),
    () => regler({ moisVerrou: 2 }),
    false,
  ],
  ['un mois rouvert', lire('awa', janvier, peut('modifier')), rouvrir, true],
  ['une réouverture terminée', lire('awa', janvier, peut('modifier')), terminer, false],
  [
    'un modèle retiré à une structure',
    compter('elise'),
    () => changerFiche(POUP, { modeles: ['LIEN'] }),
    [1, 1],
  ],
  ['un modèle rendu', totalDuMois, () => changerFiche(POUP, { modeles: ['LIEN', 'SUIVI'] }), 32],
  ['le début de la collecte avancé', totalDeDecembre, () => debuter('2025-01'), 0],
  ['le début de la collecte rendu', totalDeDecembre, () => debuter('2024-12'), 31],
  ['un rapport commencé', totalDuPays('elise'), commencerPoup, 4],
  [
    'un rapport annulé',
    totalDuPays('elise'),
    async () => {
      const numero = `LIEN-${POUP}-202503`
      return reussi(
        diane(api.changerEtatFormulaire, { params: { numero, etat: 'ANNULE' }, query: MOTIF }),
      )
    },
    3,
  ],
  [
    'une structure quittant sa région',
    compter('region'),
    () => changerFiche(POUP, { parent: null }),
    [0, 0],
  ],
  [
    'une structure rejoignant sa région',
    compter('region'),
    () => changerFiche(POUP, { parent: 'DR-R01' }),
    [2, 2],
  ],
  [
    'une autre structure donnée',
    compter('awa'),
    () => changerCompte('awa', { autreStructure: [POUP] }),
    [2, 2],
  ],
  [
    'une autre structure retirée',
    compter('awa'),
    () => changerCompte('awa', { autreStructure: [] }),
    [0, 0],
  ],
  [
    'la structure changée',
    lire('awa', mars, ({ numero }) => numero),
    () => changerCompte('awa', { structure: POUP }),
    'FORMULAIRE_INTROUVABLE',
  ],
  [
    'un rôle retiré',
    pouvoirs,
    () => changerCompte('elise', { roles: ['ROLE_ADMIN'] }),
    'DROIT_INSUFFISANT',
  ],
  ['un rôle rendu', pouvoirs, () => changerCompte('elise', { roles: ['ROLE_DPPS'] }), 200],
  [
    'un compte bloqué',
    acces('binta'),
    () =>
      reussi(diane(utilisateurApi.bloquerUtilisateur, { params: { id: acteurDe('binta').id } })),
    'COMPTE_BLOQUE',
  ],
  [
    'une session fermée',
    acces('chloe'),
    () => voixDe('chloe', 0)(sessionApi.deconnecter),
    'JETON_EXPIRE',
  ],
  [
    'un second facteur demandé',
    acces('controle'),
    async () => {
      const { version: _version, ...securite } = await reussi(diane(securiteApi.lireSecurite))
      const body = { ...securite, secondFacteurCentral: true }
      return reussi(diane(securiteApi.modifierSecurite, { body }))
    },
    'SECOND_FACTEUR_A_ACTIVER',
  ],
]

describe('ce qui est fait sur un processus vaut sur l’autre dès l’appel suivant', () => {
  it.each(CAUSES)('%s', async (_titre, regarder, agir, attendu) => {
    const avant = [await regarder(1), await regarder(0), await regarder(1)]
    expect(avant).toEqual([avant[0], avant[0], avant[0]])
    expect(avant[0]).not.toEqual(attendu)
    await agir()
    expect(await regarder(1)).toEqual(attendu)
    expect(await regarder(0)).toEqual(attendu)
  })
})
