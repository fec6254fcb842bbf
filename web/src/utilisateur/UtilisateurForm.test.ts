import { CHAMPS_UTILISATEUR } from '@releve/contract/utilisateur/utilisateur.champs.ts'
import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { describe, expect, it } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
import { fautesDe, fusionner, refusDe } from '../ui/saisie.ts'
import {
  corpsDe,
  fautesPropres,
  PAR_CODE,
  raisonRole,
  type SaisieUtilisateur,
  saisieDe,
} from './UtilisateurForm.tsx'

const VIDE = saisieDe(null)
const CODES = new Set(['CAU-R01-01', 'DR-R01'])
const AWA: SaisieUtilisateur = {
  ...VIDE,
  nom: 'Diallo',
  identifiant: 'awa.diallo',
  email: 'awa@exemple.org',
  roles: ['ROLE_STRUCTURE'],
  structure: 'CAU-R01-01',
}

const fautes = (saisie: SaisieUtilisateur, codes: ReadonlySet<string> | null) =>
  fautesDe(CHAMPS_UTILISATEUR, saisie, fautesPropres(codes)(saisie))
const refus = (echec: EchecApi) => refusDe(echec, CHAMPS_UTILISATEUR, VIDE, PAR_CODE)

describe('la fiche d’un compte', () => {
  it('dit toutes ses fautes, et rien quand tout est bon', () => {
    expect(Object.keys(fautes(VIDE, CODES)).toSorted()).toEqual([
      'email',
      'identifiant',
      'nom',
      'roles',
    ])
    expect(fautes(AWA, CODES)).toEqual({})
  })

  it('demande une structure à qui a le rôle Structure, et à lui seul', () => {
    expect(fautes({ ...AWA, structure: '' }, CODES)).toHaveProperty('structure')
    expect(fautes({ ...AWA, structure: '', roles: ['ROLE_ADMIN'] }, CODES)).toEqual({})
  })

  it('refuse une structure qui n’est pas dans la liste, une fois la liste lue', () => {
    const ailleurs = { ...AWA, structure: 'Nulle part' }
    expect(fautes(ailleurs, CODES)).toHaveProperty('structure')
    expect(fautes(ailleurs, null)).toEqual({})
  })

  it('refuse la structure du compte parmi les autres', () => {
    expect(fautes({ ...AWA, autreStructure: ['CAU-R01-01'] }, CODES)).toHaveProperty(
      'autreStructure',
    )
  })

  it.each(['ab', 'é.tienne', '-awa', 'awa diallo'])(
    'refuse l’identifiant « %s »',
    (identifiant) => {
      expect(fautes({ ...AWA, identifiant }, CODES)).toHaveProperty('identifiant')
    },
  )

  it('envoie rien, et non du vide, pour ce qui n’est pas saisi', () => {
    expect(corpsDe({ ...AWA, nom: ' Diallo ', telephone: ' ' })).toMatchObject({
      nom: 'Diallo',
      telephone: null,
      fonction: null,
    })
  })
})

describe('un refus du serveur', () => {
  it('se range au champ qu’il nomme, où qu’il le nomme', () => {
    const details = [
      { chemin: 'body.email', code: 'FORMAT', libelle: 'Adresse invalide.' },
      { chemin: 'autreStructure.1', code: 'STRUCTURE_INCONNUE', libelle: 'Inconnue.' },
    ]
    const echec = new EchecApi(422, { code: 'SAISIE_INVALIDE', libelle: 'Non.', details })
    expect(refus(echec)).toEqual({ email: 'Adresse invalide.', autreStructure: 'Inconnue.' })
  })

  it('se range au champ de son code quand il n’en nomme aucun', () => {
    const echec = new EchecApi(409, { code: 'IDENTIFIANT_EXISTANT', libelle: 'Déjà pris.' })
    expect(refus(echec)).toEqual({ identifiant: 'Déjà pris.' })
    expect(refus(new EchecApi(500, { code: 'ERREUR_INTERNE', libelle: 'Panne.' }))).toEqual({})
  })
})

it('après un autre enregistrement, garde ce qui a été changé ici et prend le reste', () => {
  const ici = { ...AWA, fonction: 'Directrice' }
  const fraiche = { ...AWA, telephone: '33 800 00 00', fonction: 'Adjointe' }
  expect(fusionner(AWA, ici, fraiche)).toEqual({ ...fraiche, fonction: 'Directrice' })
})

describe('les rôles que l’on ne peut ni donner ni retirer', () => {
  const admin = { identifiant: 'admin', roles: ['ROLE_ADMIN'] as const }
  const dpps = { identifiant: 'dpps', roles: ['ROLE_DPPS'] as const }

  it('l’administration ne donne pas le rôle de la direction centrale', () => {
    expect(raisonRole('ROLE_DPPS', admin, null)).not.toBeNull()
    expect(raisonRole('ROLE_ADMIN', admin, null)).toBeNull()
    expect(raisonRole('ROLE_DPPS', dpps, null)).toBeNull()
  })

  it('nul ne retire ses propres rôles', () => {
    const lui: Pick<Utilisateur, 'identifiant' | 'roles'> = {
      identifiant: 'dpps',
      roles: ['ROLE_DPPS'],
    }
    expect(raisonRole('ROLE_DPPS', dpps, lui)).not.toBeNull()
    expect(raisonRole('ROLE_ADMIN', dpps, lui)).toBeNull()
  })
})

it('lit la fiche d’un compte, ses structures par leur code', () => {
  const CAU = { id: 1, code: 'CAU-R01-01', libelle: 'Centre' }
  const utilisateur: Utilisateur = {
    id: 7,
    identifiant: 'awa.diallo',
    nom: 'Diallo',
    prenoms: '',
    nomAffichable: 'Diallo',
    email: null,
    telephone: null,
    fonction: null,
    roles: ['ROLE_STRUCTURE'],
    structure: CAU,
    autreStructure: [{ ...CAU, id: 2, code: 'DR-R01' }],
    statut: 'ACTIF',
    secondFacteur: false,
    identiteLiee: false,
    derniereConnexion: null,
    exerciceLe: null,
    version: 0,
    actions: [],
  }
  expect(saisieDe(utilisateur)).toMatchObject({
    email: '',
    structure: 'CAU-R01-01',
    autreStructure: ['DR-R01'],
  })
})
