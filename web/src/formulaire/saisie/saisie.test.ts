import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { Donnees, Modele, Modifications } from '@releve/contract/modele/modele.schema.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EchecApi } from '../../app/client.ts'
import type { Brouillon } from './brouillon.ts'
import { ouvrirSaisie } from './saisie.ts'
import type { Conflit } from './synchro.ts'

const SEXES = [
  { code: 'M', libelle: 'Masculin' },
  { code: 'F', libelle: 'Féminin' },
  { code: 'TOT', libelle: 'Total', formule: 'SOMME(*)' },
]
const MODELE: Modele = {
  code: 'ESSAI',
  version: 1,
  libelle: 'Essai',
  periodicite: 'MENSUELLE',
  typesStructure: ['CAU'],
  indicateurs: {
    effectif: 'MVT.FIN.TOT',
    entrees: 'MVT.ENT.TOT',
    sorties: 'MVT.ENT.TOT',
    reference: 'CAP',
  },
  codifications: {},
  sections: [
    {
      code: 'MVT',
      libelle: 'Mouvements',
      type: 'matrice',
      nature: 'entier',
      requis: true,
      nd: true,
      lignes: [
        { code: 'ENT', libelle: 'Entrées' },
        { code: 'FIN', libelle: 'Fin' },
      ],
      colonnes: SEXES,
    },
    {
      code: 'CHP',
      libelle: 'Capacité',
      type: 'champs',
      champs: [{ code: 'CAP', libelle: 'Capacité', nature: 'entier' }],
    },
    {
      code: 'ACT',
      libelle: 'Activités',
      type: 'tableau',
      lignesMax: 2,
      colonnes: [{ code: 'NOM', libelle: 'Nom', nature: 'texte' }],
    },
  ],
  controles: [
    {
      code: 'RA01',
      niveau: 'AVERTISSEMENT',
      formule: 'MVT.FIN.TOT <= 100',
      cellules: ['MVT.FIN.TOT'],
      message: 'Effectif de {MVT.FIN.TOT}.',
    },
  ],
}

const FORMULAIRE = {
  id: 1,
  numero: 'ESSAI-1',
  modele: { code: 'ESSAI', libelle: 'Essai', version: 1 },
  structure: { id: 1, code: 'CAU', libelle: 'Centre' },
  mois: 'MARCH' as const,
  annee: 2025,
  etat: 'BROUILLON' as const,
  version: 1,
  versionDiffusee: 0,
  effectif: null,
  remplissage: 0,
  erreurs: 0,
  avertissements: 0,
  soumisLe: null,
  modifieLe: null,
  modifiePar: null,
  horsDelai: false,
  actions: ['modifier' as const, 'soumettre' as const],
  echeance: '2025-04-07',
  verrouilleLe: '2025-06-01',
  donnees: { 'MVT.ENT.M': 4 } as Donnees,
  commentaires: {},
  justifications: {},
  contexte: { mois: 'MARCH' as const, annee: 2025, joursOuvres: 21, structure: {}, autres: {} },
  remarques: [],
  resultats: [],
  definition: MODELE,
  precedent: { mois: 'FEBRUARY' as const, annee: 2025, donnees: { 'MVT.FIN.M': 1200 } },
  anneePrecedente: null,
  identification: { typeStructure: 'CAU', region: 'R01', responsable: null },
  motifRenvoi: null,
}

/** The other end of the line: holds the cells, refuses as the server does. */
function serveur(depart: Donnees = FORMULAIRE.donnees) {
  const tenu = {
    donnees: { ...depart },
    version: 1,
    recus: [] as { version: number; donnees: Record<string, unknown> }[],
    refus: null as EchecApi | null,
  }
  const repondre = (): Formulaire => ({
    ...FORMULAIRE,
    definition: null,
    contexte: null,
    donnees: { ...tenu.donnees },
    version: tenu.version,
  })
  const modifier = async (corps: { version: number; donnees: Modifications }) => {
    tenu.recus.push({ version: corps.version, donnees: corps.donnees })
    const { refus } = tenu
    tenu.refus = null
    if (refus) throw refus
    for (const [cle, valeur] of Object.entries(corps.donnees)) {
      if (valeur === null) delete tenu.donnees[cle]
      else tenu.donnees[cle] = valeur
    }
    tenu.version += 1
    return repondre()
  }
  return { tenu, modifier, relire: async () => repondre(), repondre }
}

function montage(laisse: Brouillon | null = null, { tenu, ...ligne } = serveur()) {
  let carnet = laisse
  const conflits: Conflit[] = []
  const saisie = ouvrirSaisie({
    formulaire: FORMULAIRE,
    mc: compilerModele(MODELE),
    carnet: {
      lire: () => carnet,
      ecrire: (brouillon) => {
        carnet = brouillon
      },
    },
    reseau: {
      ...ligne,
      surConflits: (recus) => conflits.push(...recus),
      surEnregistre: () => undefined,
    },
  })
  return { saisie, tenu, conflits, carnet: () => carnet, repondre: ligne.repondre }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('saisir une case', () => {
  it('calcule le total et réveille seulement les cases qui changent', () => {
    const { saisie } = montage()
    const reveils = { total: 0, autre: 0 }
    saisie.lire('MVT.ENT.TOT')
    saisie.lire('MVT.FIN.F')
    saisie.abonner('MVT.ENT.TOT', () => (reveils.total += 1))
    saisie.abonner('MVT.FIN.F', () => (reveils.autre += 1))
    saisie.taper('MVT.ENT.F', '1\u202f200')
    expect(saisie.lire('MVT.ENT.TOT').texte).toBe('1\u202f204')
    expect(reveils).toEqual({ total: 1, autre: 0 })
  })

  it('montre un total partiel tant qu’une case est vide', () => {
    const { saisie } = montage()
    expect(saisie.lire('MVT.ENT.TOT')).toMatchObject({
      texte: '4',
      partiel: true,
      valeur: undefined,
    })
  })

  it('garde un texte invalide tel quel, le dit, et ne l’envoie pas', async () => {
    const { saisie, tenu, carnet } = montage()
    saisie.taper('MVT.ENT.M', '3,5')
    saisie.quitter('MVT.ENT.M')
    expect(saisie.lire('MVT.ENT.M')).toMatchObject({ texte: '3,5', valeur: undefined })
    expect(saisie.lire('MVT.ENT.M').erreur).toContain('nombre entier')
    await vi.advanceTimersByTimeAsync(5000)
    expect(tenu.recus).toEqual([])
    expect(carnet()?.textes).toEqual({ 'MVT.ENT.M': '3,5' })
  })

  it('écrit le nombre à la française quand on quitte la case', () => {
    const { saisie } = montage()
    saisie.taper('MVT.ENT.F', '12345')
    expect(saisie.lire('MVT.ENT.F').texte).toBe('12345')
    saisie.quitter('MVT.ENT.F')
    expect(saisie.lire('MVT.ENT.F').texte).toBe('12\u202f345')
  })

  it('demande un commentaire avec ND', () => {
    const { saisie } = montage()
    saisie.taper('MVT.FIN.M', 'nd')
    expect(saisie.lire('MVT.FIN.M')).toMatchObject({ valeur: 'ND', commentaireRequis: true })
  })

  it('reprend la valeur du mois précédent', () => {
    const { saisie } = montage()
    saisie.reprendre('MVT.FIN.M')
    expect(saisie.lire('MVT.FIN.M').valeur).toBe(1200)
  })

  it('ne met à 0 que les cases vides obligatoires, et laisse les textes invalides', () => {
    const { saisie } = montage()
    saisie.taper('MVT.FIN.F', 'douze')
    expect(saisie.mettreAZero('MVT')).toBe(2)
    expect(saisie.lire('MVT.ENT.M').valeur).toBe(4)
    expect(saisie.lire('MVT.FIN.F').texte).toBe('douze')
    expect(saisie.lire('CAP').valeur).toBeUndefined()
  })
})

describe('les lignes d’un tableau', () => {
  it('s’ajoutent jusqu’au maximum, et se retirent avec leurs valeurs', async () => {
    const { saisie, tenu } = montage()
    const premiere = saisie.ajouterLigne('ACT') ?? ''
    expect(saisie.ajouterLigne('ACT')).toMatch(/^[a-z0-9]{1,12}$/)
    expect(saisie.ajouterLigne('ACT')).toBeNull()
    saisie.taper(`ACT.${premiere}.NOM`, 'Visite')
    await saisie.vider()
    saisie.supprimerLigne('ACT', premiere)
    await saisie.vider()
    expect(saisie.lignes('ACT')).toHaveLength(1)
    expect(tenu.donnees).toEqual({ 'MVT.ENT.M': 4 })
  })
})

describe('les contrôles', () => {
  it('veulent une justification d’au moins 10 caractères, à redire quand le chiffre change', async () => {
    const { saisie } = montage()
    saisie.poser([
      ['MVT.FIN.M', '90'],
      ['MVT.FIN.F', '20'],
    ])
    const justifie = async (texte: string) => {
      saisie.justifier('RA01', texte)
      await vi.advanceTimersByTimeAsync(100)
      return saisie.lireBilan().aJustifier === 0
    }
    expect(await justifie('trop court')).toBe(true)
    expect(await justifie('court')).toBe(false)
    expect(await justifie('Accueil d’une crise')).toBe(true)
    saisie.taper('MVT.FIN.F', '25')
    await vi.advanceTimersByTimeAsync(100)
    expect(saisie.lireBilan().aJustifier).toBe(1)
    const avertissement = saisie.lireBilan().problemes.find(({ cle }) => cle === 'RA01')
    expect(avertissement?.justification).toMatchObject({
      texte: 'Accueil d’une crise',
      perimee: true,
    })
  })
})

describe('l’échange avec le serveur', () => {
  it('montre les modifications des autres, jamais par-dessus ce qui attend ici', async () => {
    const { saisie, tenu } = montage()
    saisie.taper('MVT.ENT.F', '7')
    tenu.donnees = { ...tenu.donnees, 'MVT.FIN.M': 50 }
    await saisie.vider()
    expect(saisie.lire('MVT.FIN.M').texte).toBe('50')
    expect(saisie.lire('MVT.ENT.F').texte).toBe('7')
  })

  it('écarte les cases que le serveur refuse, sous sa raison, et envoie les autres', async () => {
    const { saisie, tenu } = montage()
    const details = [{ chemin: 'MVT.ENT.F', code: 'VALEUR_INVALIDE', libelle: 'Trop grand.' }]
    tenu.refus = new EchecApi(422, { code: 'SAISIE_INVALIDE', libelle: 'Corrigez.', details })
    saisie.poser([
      ['MVT.ENT.F', '999'],
      ['MVT.FIN.F', '3'],
    ])
    expect(await saisie.vider()).toBe(true)
    expect(tenu.recus.at(-1)?.donnees).toEqual({ 'MVT.FIN.F': 3 })
    expect(saisie.lire('MVT.ENT.F')).toMatchObject({ texte: '999', erreur: 'Trop grand.' })
  })

  it('fait choisir en cas de conflit, puis enregistre sur la version fraîche', async () => {
    const { saisie, tenu, conflits } = montage()
    const details = [
      { chemin: 'MVT.ENT.M', code: 'CONFLIT', libelle: 'Votre valeur : 5' },
      { chemin: 'MVT.FIN.M', code: 'CONFLIT', libelle: 'Votre valeur : 6' },
    ]
    tenu.refus = new EchecApi(409, { code: 'CELLULES_EN_CONFLIT', libelle: '', details })
    tenu.donnees = { 'MVT.ENT.M': 70, 'MVT.FIN.M': 80 }
    tenu.version = 9
    saisie.poser([
      ['MVT.ENT.M', '5'],
      ['MVT.FIN.M', '6'],
    ])
    expect(await saisie.vider()).toBe(false)
    expect(conflits).toMatchObject([
      { adresse: 'MVT.ENT.M', mienne: 5, leur: 70 },
      { adresse: 'MVT.FIN.M', mienne: 6, leur: 80 },
    ])
    expect(await saisie.trancher(['MVT.FIN.M'])).toBe(true)
    expect(tenu.recus.at(-1)).toMatchObject({ version: 9, donnees: { 'MVT.ENT.M': 5 } })
    expect(tenu.donnees).toEqual({ 'MVT.ENT.M': 5, 'MVT.FIN.M': 80 })
    expect(saisie.lire('MVT.FIN.M').texte).toBe('80')
  })

  it('retrouve ce qu’une visite précédente n’a pas enregistré, et le juge sur la version vue alors', async () => {
    const laisse = {
      version: 0,
      textes: { 'MVT.ENT.F': '8', 'MVT.FIN.F': 'abc' },
      commentaires: {},
      justifications: {},
    }
    const { saisie, tenu, carnet } = montage(laisse)
    expect(saisie.retrouvees).toBe(true)
    expect(saisie.lire('MVT.FIN.F').texte).toBe('abc')
    saisie.demarrer()
    await vi.advanceTimersByTimeAsync(1500)
    expect(tenu.recus).toEqual([expect.objectContaining({ version: 0 })])
    expect(tenu.donnees['MVT.ENT.F']).toBe(8)
    expect(carnet()?.textes).toEqual({ 'MVT.FIN.F': 'abc' })
  })

  it('ne garde rien dans le navigateur quand tout est enregistré', async () => {
    const { saisie, carnet } = montage()
    saisie.taper('MVT.ENT.F', '8')
    await vi.advanceTimersByTimeAsync(200)
    expect(carnet()?.textes).toEqual({ 'MVT.ENT.F': '8' })
    await vi.advanceTimersByTimeAsync(1500)
    expect(carnet()).toBeNull()
    expect(saisie.nonEnregistre()).toBe(false)
  })
})
