import {
  type Champ,
  DENOMBREMENT,
  fauteChamp,
  fauteJour,
  fauteNombre,
  normaliserChamp,
} from '@releve/contract/champ.ts'
import { CHAMPS_STRUCTURE, NOMBRES_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { lireNombre } from '../ui/nombre.ts'
import { refusParChamp } from '../ui/refus.ts'
import type { CorpsStructure } from './structure.queries.ts'
import { textes } from './structure.textes.ts'

/** Fields of one line; codes where they refer to something. */
export const VIDES = {
  code: '',
  libelle: '',
  typeStructure: '',
  statutStructure: 'PUBLIC',
  region: '',
  parent: '',
  responsable: '',
  telephone: '',
  email: '',
  adresse: '',
  latitude: '',
  longitude: '',
  capacite: '',
  capaciteTheorique: '',
  dateOuverture: '',
  dateFermeture: '',
}
export type NomTexte = keyof typeof VIDES

/** What one enters of a structure, as it is typed. */
export type Fiche = {
  textes: Record<NomTexte, string>
  /** Category → number of posts. */
  postesReference: Record<string, string>
  /** Model → headcount at the opening. */
  effectifsOuverture: Record<string, string>
  modeles: string[]
}
export type NomCarte = 'postesReference' | 'effectifsOuverture'

/** By name of the field: `libelle`, `postesReference.A`, `modeles`. */
export type Fautes = Partial<Record<string, string>>

export const NOMS_TEXTES = Object.keys(VIDES) as NomTexte[]
export const VIDE: Fiche = {
  textes: VIDES,
  postesReference: {},
  effectifsOuverture: {},
  modeles: [],
}

type NomChamp = keyof typeof CHAMPS_STRUCTURE
type NomNombre = keyof typeof NOMBRES_STRUCTURE
const NOMS_CHAMPS = Object.keys(CHAMPS_STRUCTURE) as NomChamp[]
const NOMS_NOMBRES = Object.keys(NOMBRES_STRUCTURE) as NomNombre[]
const CHAMPS: Partial<Record<NomTexte, Champ>> = CHAMPS_STRUCTURE

/** Most characters of a text; undefined of what is chosen, or is a number. */
export const longueurDe = (nom: NomTexte): number | undefined => CHAMPS[nom]?.max

/** A number as one writes it here; « 4,25 ». */
const ecrire = (valeur: string | number | null | undefined): string =>
  typeof valeur === 'number' ? String(valeur).replace('.', ',').replace('-', '−') : (valeur ?? '')

const carteEcrite = (carte: Record<string, number>) =>
  Object.fromEntries(Object.entries(carte).map(([cle, nombre]) => [cle, ecrire(nombre)]))

export function ficheDe(structure: Structure): Fiche {
  const lus = { ...structure, parent: structure.parent?.code }
  return {
    textes: Object.fromEntries(NOMS_TEXTES.map((nom) => [nom, ecrire(lus[nom])])) as Record<
      NomTexte,
      string
    >,
    postesReference: carteEcrite(structure.postesReference),
    effectifsOuverture: carteEcrite(structure.effectifsOuverture),
    modeles: [...structure.modeles],
  }
}

function lireCarte(carte: Record<string, string>): Record<string, number> {
  const lus = Object.entries(carte).map(([cle, saisi]) => [cle, lireNombre(saisi)] as const)
  return Object.fromEntries(
    lus.flatMap(([cle, nombre]) => (typeof nombre === 'number' ? [[cle, nombre]] : [])),
  )
}

/** What is sent: nothing where nothing was entered; headcounts of the models chosen only. */
export function corpsDe(
  { textes: saisis, postesReference, effectifsOuverture, modeles }: Fiche,
  etat: Structure['etat'],
): CorpsStructure {
  const t = (nom: NomChamp) => normaliserChamp(CHAMPS_STRUCTURE[nom], saisis[nom])
  const ouPas = (nom: NomChamp) => t(nom) || null
  const nombre = (nom: NomNombre) => lireNombre(saisis[nom]) ?? null
  const effectifs = Object.entries(effectifsOuverture).filter(([cle]) => modeles.includes(cle))
  return {
    code: t('code'),
    libelle: t('libelle'),
    typeStructure: saisis.typeStructure,
    statutStructure: saisis.statutStructure,
    region: saisis.region,
    parent: saisis.parent || null,
    responsable: ouPas('responsable'),
    telephone: ouPas('telephone'),
    email: ouPas('email'),
    adresse: ouPas('adresse'),
    latitude: nombre('latitude'),
    longitude: nombre('longitude'),
    capacite: nombre('capacite'),
    capaciteTheorique: nombre('capaciteTheorique'),
    postesReference: lireCarte(postesReference),
    effectifsOuverture: lireCarte(Object.fromEntries(effectifs)),
    modeles,
    dateOuverture: saisis.dateOuverture,
    dateFermeture: saisis.dateFermeture || null,
    etat,
  }
}

const f = textes.fiche.fautes

/** A point on the map has both, or neither. */
function fauteCoordonnees(saisis: Fiche['textes']): [string, string][] {
  const vides = (['latitude', 'longitude'] as const).filter((nom) => saisis[nom].trim() === '')
  return vides.length === 1 ? vides.map((nom) => [nom, f.coordonnees]) : []
}

function fauteFermeture({ dateOuverture, dateFermeture }: Fiche['textes']): string | null {
  if (dateFermeture === '') return null
  return fauteJour(dateFermeture) ?? (dateFermeture < dateOuverture ? f.dateFermeture : null)
}

function fautesTextes({ textes: saisis }: Fiche): [string, string | null][] {
  return [
    ...NOMS_CHAMPS.map((nom): [string, string | null] => [
      nom,
      fauteChamp(CHAMPS_STRUCTURE[nom], saisis[nom]),
    ]),
    ['typeStructure', saisis.typeStructure ? null : f.typeStructure],
    ['statutStructure', saisis.statutStructure ? null : f.statutStructure],
    ['region', saisis.region ? null : f.region],
    ...NOMS_NOMBRES.map((nom): [string, string | null] => [
      nom,
      fauteNombre(NOMBRES_STRUCTURE[nom], lireNombre(saisis[nom])),
    ]),
    ...fauteCoordonnees(saisis),
    ['dateOuverture', saisis.dateOuverture ? fauteJour(saisis.dateOuverture) : f.dateOuverture],
    ['dateFermeture', fauteFermeture(saisis)],
  ]
}

/** What keeps a record from being sent, by field, as sentences; the server has the last word. */
export function fautesDe(fiche: Fiche): Fautes {
  const cartes = (['postesReference', 'effectifsOuverture'] as const).flatMap((nom) =>
    Object.entries(fiche[nom])
      .filter(([cle]) => nom === 'postesReference' || fiche.modeles.includes(cle))
      .map(
        ([cle, saisi]) => [`${nom}.${cle}`, fauteNombre(DENOMBREMENT, lireNombre(saisi))] as const,
      ),
  )
  const toutes = [...fautesTextes(fiche), ...cartes]
  return Object.fromEntries(toutes.flatMap(([nom, faute]) => (faute ? [[nom, faute]] : [])))
}

const SEULS = new Set<string>([...NOMS_TEXTES, 'postesReference', 'effectifsOuverture', 'modeles'])

/** What the server refused, by field; nothing for what it did not say of a field. */
export const refusDe = (echec: unknown) =>
  refusParChamp<string>(echec, (chemin) => {
    const [racine = ''] = chemin.split('.')
    if (!SEULS.has(racine)) return undefined
    // A number of a group has a field of its own; one of a list has not.
    return racine === 'modeles' ? racine : chemin
  })

const egal = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** In the same terms, whatever their order: a number erased is one never entered. */
function estCarteEgale(a: Record<string, string>, b: Record<string, string>): boolean {
  return Object.keys({ ...a, ...b }).every((cle) => (a[cle] ?? '') === (b[cle] ?? ''))
}

export function estEgale(a: Fiche, b: Fiche): boolean {
  return (
    NOMS_TEXTES.every((nom) => a.textes[nom] === b.textes[nom]) &&
    estCarteEgale(a.postesReference, b.postesReference) &&
    estCarteEgale(a.effectifsOuverture, b.effectifsOuverture) &&
    egal([...a.modeles].sort(), [...b.modeles].sort())
  )
}

function fusionnerCarte(
  base: Record<string, string>,
  ici: Record<string, string>,
  fraiche: Record<string, string>,
): Record<string, string> {
  const changes = Object.entries(ici).filter(([cle, saisi]) => saisi !== (base[cle] ?? ''))
  return { ...fraiche, ...Object.fromEntries(changes) }
}

/** The record as it is now on the server, with what was changed here since `base` was read. */
export function fusionner(base: Fiche, ici: Fiche, fraiche: Fiche): Fiche {
  const changes = NOMS_TEXTES.filter((nom) => base.textes[nom] !== ici.textes[nom])
  const gardes = Object.fromEntries(changes.map((nom) => [nom, ici.textes[nom]]))
  const carte = (nom: NomCarte) => fusionnerCarte(base[nom], ici[nom], fraiche[nom])
  return {
    textes: { ...fraiche.textes, ...gardes },
    postesReference: carte('postesReference'),
    effectifsOuverture: carte('effectifsOuverture'),
    modeles: egal(base.modeles, ici.modeles) ? fraiche.modeles : ici.modeles,
  }
}
