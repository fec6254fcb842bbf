import { ETATS_LISTES, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_MOIS, MOIS } from '@releve/contract/mois.ts'
import { choix, code, type Filtre, parmi, plusieurs, recherche } from '../../ui/filtre.tsx'
import type { FiltresStructures } from '../formulaire.demande.ts'
import { textesListes } from './listes.textes.ts'

const t = textesListes.filtres
const ANNEES = { min: 2000, max: 2100 }

/** A year, among those that the screen offers. `vide`: what none means there. */
export function uneAnnee(vide: string) {
  const filtre = choix<number, null>(
    { libelle: t.annee, vide },
    {
      options: null,
      lire: (texte) => {
        const annee = Number(texte)
        const existe = Number.isInteger(annee) && annee >= ANNEES.min && annee <= ANNEES.max
        return existe ? annee : undefined
      },
    },
  )
  /** That of the address may be older than those that are offered. */
  const Champ: typeof filtre.Champ = ({ options, ...champ }) => {
    const offerte = champ.valeur === '' || options.some(({ code: une }) => une === champ.valeur)
    const sienne = { code: champ.valeur, libelle: champ.valeur }
    return <filtre.Champ {...champ} options={offerte ? options : [...options, sienne]} />
  }
  return { ...filtre, Champ }
}

const annee = uneAnnee(t.toutes)

/** The server takes several values where the screen offers one. */
const seul = (adresse: string, filtre: Filtre<string, null>): Filtre<string[], null> => ({
  ...filtre,
  adresse,
  lire: (texte) => {
    const valeur = filtre.lire(texte)
    return valeur === undefined ? undefined : [valeur]
  },
})

/** The type of a structure. */
export const TYPES = seul('type', code({ libelle: t.type, vide: t.tous }))

/** What lists of reports are narrowed by, each screen by those that serve it. */
export const FILTRES = {
  q: recherche(t.recherche),
  mois: parmi(MOIS, LIBELLES_MOIS, { libelle: t.mois, vide: t.tous }),
  annee,
  modeles: seul('modele', code({ libelle: t.modele, vide: t.tous, parCode: true })),
  regions: seul('region', code({ libelle: t.region, vide: t.toutes })),
  etats: plusieurs(ETATS_LISTES, LIBELLES_ETATS, {
    legende: t.etats,
    aide: (criteres) => (criteres.mois && criteres.annee ? undefined : t.nonCommence),
  }),
}

/** The latest month first; within a month, by structure. */
export const triOrigine = (criteres: Pick<FiltresStructures, 'mois' | 'annee'>) =>
  criteres.mois && criteres.annee ? 'structure' : '-periode'

export const TRIS = ['structure', 'periode', 'etat', 'remplissage']
