import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { Donnees, Modele, Modifications } from '@releve/contract/modele/modele.schema.ts'
import type { EchecApi } from '../../../api/envoi.ts'
import { FORMULAIRE_INTACT } from '../../intact.ts'
import { chiffresRecus } from './chiffres.ts'
import type { Conflit, Reliquat } from './client.ts'
import { ouvrirEntree } from './entree.ts'
import { ouvrirLecture } from './lecture.ts'
import { creerNoyau } from './noyau.ts'

// A small form and the other end of its line, for the tests of this folder.
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
      champs: [
        { code: 'CAP', libelle: 'Capacité', nature: 'entier' },
        { code: 'LITS', libelle: 'Dont lits', nature: 'entier', soSi: 'CAP = 0' },
      ],
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
  ...FORMULAIRE_INTACT,
  id: 1,
  numero: 'ESSAI-1',
  modele: {
    code: 'ESSAI',
    libelle: 'Essai',
    version: 1,
    avecEffectif: true,
    moisCouverts: 1 as const,
  },
  structure: { id: 1, code: 'CAU', libelle: 'Centre' },
  mois: 'MARCH' as const,
  annee: 2025,
  actions: ['modifier' as const, 'soumettre' as const],
  echeance: '2025-04-07',
  verrouilleLe: '2025-06-01',
  donnees: { 'MVT.ENT.M': 4 } as Donnees,
  contexte: { mois: 'MARCH' as const, annee: 2025, joursOuvres: 21, structure: {}, autres: {} },
  definition: MODELE,
  precedent: {
    mois: 'FEBRUARY' as const,
    annee: 2025,
    moisCouverts: 1 as const,
    donnees: { 'MVT.FIN.M': 1200 },
  },
  identification: { typeStructure: 'CAU', region: 'R01', responsable: null },
}

/** The other end of the line: holds the cells, refuses as the server does. */
function serveur(retour: Partial<Formulaire> = {}, depart: Donnees = FORMULAIRE.donnees) {
  const tenu = {
    donnees: { ...depart },
    version: 1,
    recus: [] as { version: number; donnees: Record<string, unknown> }[],
    refus: null as EchecApi | null,
    /** What it says of the form besides: that it came back, for some cells. */
    retour,
  }
  const repondre = (): Formulaire => ({
    ...FORMULAIRE,
    definition: null,
    contexte: null,
    donnees: { ...tenu.donnees },
    version: tenu.version,
    ...tenu.retour,
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

/** A form open for entry, in front of that server. */
export function montage(laisse: Reliquat | null = null, { tenu, ...ligne } = serveur()) {
  let carnet = laisse
  const conflits: Conflit[] = []
  const { lecture, entree, liaison } = ouvrirEntree({
    formulaire: { ...FORMULAIRE, ...tenu.retour, contexte: FORMULAIRE.contexte },
    mc: compilerModele(MODELE),
    carnet: {
      lire: () => carnet,
      ecrire: (reliquat) => {
        carnet = reliquat
      },
      entamer: () => undefined,
    },
    reseau: {
      ...ligne,
      surConflits: (recus) => conflits.push(...recus),
      surEnregistre: () => undefined,
    },
  })
  const saisie = { ...lecture, ...entree, ...liaison }
  return { saisie, tenu, conflits, carnet: () => carnet, repondre: ligne.repondre }
}

/** A form sent back for some of its cells, in front of that server. */
export const montageRenvoye = (
  retour: Pick<Formulaire, 'casesOuvertes'> & Partial<Formulaire>,
  laisse: Reliquat | null = null,
) => montage(laisse, serveur({ etat: 'RENVOYE', ...retour }))

/** The same form, read only: as the server answered it. */
export function montageLu(recu: Partial<Formulaire>) {
  const formulaire = { ...FORMULAIRE, ...recu }
  const noyau = creerNoyau(compilerModele(MODELE), chiffresRecus(formulaire), formulaire)
  return ouvrirLecture(noyau, formulaire)
}
