import type { Structure } from '@releve/contract/structure/structure.schema.ts'
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

/** Most characters of each field, as the contract has them. */
export const LONGUEURS: Partial<Record<NomTexte, number>> = {
  code: 40,
  libelle: 200,
  responsable: 120,
  telephone: 40,
  email: 200,
  adresse: 300,
  latitude: 20,
  longitude: 20,
  capacite: 9,
  capaciteTheorique: 9,
}

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

/** The number that these characters write; null: nothing; undefined: they write none. */
export function lireNombre(saisi: string): number | null | undefined {
  const chiffres = saisi
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
    .replace('−', '-')
  if (chiffres === '') return null
  return /^-?\d+(?:\.\d+)?$/.test(chiffres) ? Number(chiffres) : undefined
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
  const t = (nom: NomTexte) => saisis[nom].trim()
  const ouPas = (nom: NomTexte) => t(nom) || null
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
    latitude: lireNombre(saisis.latitude) ?? null,
    longitude: lireNombre(saisis.longitude) ?? null,
    capacite: lireNombre(saisis.capacite) ?? null,
    capaciteTheorique: lireNombre(saisis.capaciteTheorique) ?? null,
    postesReference: lireCarte(postesReference),
    effectifsOuverture: lireCarte(Object.fromEntries(effectifs)),
    modeles,
    dateOuverture: saisis.dateOuverture,
    dateFermeture: saisis.dateFermeture || null,
    etat,
  }
}

const f = textes.fiche.fautes
const CODE = /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

function fauteEntier(saisi: string): string | null {
  const nombre = lireNombre(saisi)
  if (nombre === null) return null
  return Number.isInteger(nombre) && Number(nombre) >= 0 ? null : f.entier
}

function fauteDegres(saisi: string, borne: number): string | null {
  const degres = lireNombre(saisi)
  if (degres === null) return null
  return degres !== undefined && Math.abs(degres) <= borne ? null : f.degres(borne)
}

function fautesTextes({ textes: saisis }: Fiche): [string, string | null][] {
  const code = saisis.code.trim()
  const email = saisis.email.trim()
  const { dateOuverture, dateFermeture } = saisis
  const unSeul = (saisis.latitude.trim() === '') !== (saisis.longitude.trim() === '')
  const absente = (nom: 'latitude' | 'longitude') =>
    unSeul && saisis[nom].trim() === '' ? f.coordonnees : null
  return [
    ['code', code ? (CODE.test(code) ? null : f.codeForme) : f.code],
    ['libelle', saisis.libelle.trim() ? null : f.libelle],
    ['typeStructure', saisis.typeStructure ? null : f.typeStructure],
    ['statutStructure', saisis.statutStructure ? null : f.statutStructure],
    ['region', saisis.region ? null : f.region],
    ['email', email === '' || EMAIL.test(email) ? null : f.email],
    ['latitude', absente('latitude') ?? fauteDegres(saisis.latitude, 90)],
    ['longitude', absente('longitude') ?? fauteDegres(saisis.longitude, 180)],
    ['capacite', fauteEntier(saisis.capacite)],
    ['capaciteTheorique', fauteEntier(saisis.capaciteTheorique)],
    ['dateOuverture', dateOuverture ? null : f.dateOuverture],
    ['dateFermeture', dateFermeture && dateFermeture < dateOuverture ? f.dateFermeture : null],
  ]
}

/** What keeps a record from being sent, by field, as sentences; the server has the last word. */
export function fautesDe(fiche: Fiche): Fautes {
  const cartes = (['postesReference', 'effectifsOuverture'] as const).flatMap((nom) =>
    Object.entries(fiche[nom])
      .filter(([cle]) => nom === 'postesReference' || fiche.modeles.includes(cle))
      .map(([cle, saisi]) => [`${nom}.${cle}`, fauteEntier(saisi)] as const),
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
