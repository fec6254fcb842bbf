import type { Texte } from '@releve/contract/champ.ts'
import { CHAMPS_STRUCTURE as c } from '@releve/contract/structure/structure.champs.ts'
import { codeStructureDe } from '../../structure/venue.ts'
import { type Constat, libelleDe, type StructureVenue } from './ailleurs.ts'
import {
  idDe,
  type Metadonnees,
  nomDe,
  type Objet,
  objetDe,
  objetsDe,
  texteDe,
} from './dhis2.lecture.ts'

/** Levels that one goes up from a unit to the country. */
const NIVEAUX_MAX = 20

const jourDe = (objet: Objet, cle: string): string | null =>
  /^\d{4}-\d{2}-\d{2}/.exec(texteDe(objet, cle))?.[0] ?? null

/** Degrees east, then north; of a point only. */
function pointDe(unite: Objet): [number, number] | null {
  const geometrie = objetDe(unite, 'geometry')
  const dites = geometrie['type'] === 'Point' ? geometrie['coordinates'] : null
  const [longitude, latitude] = Array.isArray(dites) ? dites : []
  const estDans = (valeur: unknown, borne: number): valeur is number =>
    typeof valeur === 'number' && Math.abs(valeur) <= borne
  return estDans(longitude, 180) && estDans(latitude, 90) ? [longitude, latitude] : null
}

/** Names of what a unit is in, the nearest first. */
function ancetresDe(unite: Objet, parId: ReadonlyMap<string, Objet>): string[] {
  const noms: string[] = []
  let parent = parId.get(idDe(objetDe(unite, 'parent')))
  while (parent && noms.length < NIVEAUX_MAX) {
    noms.push(nomDe(parent))
    parent = parId.get(idDe(objetDe(parent, 'parent')))
  }
  return noms
}

/** A text of elsewhere, cut at what the field holds here. */
const texteOuRien = (objet: Objet, cle: string, { max }: Texte): string | null =>
  libelleDe(texteDe(objet, cle), max) || null

function structureDe(unite: Objet, parId: ReadonlyMap<string, Objet>): StructureVenue {
  const [longitude, latitude] = pointDe(unite) ?? [null, null]
  return {
    unite: idDe(unite),
    code: codeStructureDe(texteDe(unite, 'code') || idDe(unite)),
    libelle: nomDe(unite),
    responsable: texteOuRien(unite, 'contactPerson', c.responsable),
    telephone: texteOuRien(unite, 'phoneNumber', c.telephone),
    email: texteOuRien(unite, 'email', c.email),
    adresse: texteOuRien(unite, 'address', c.adresse),
    longitude,
    latitude,
    dateOuverture: jourDe(unite, 'openingDate'),
    dateFermeture: jourDe(unite, 'closedDate'),
    ancetres: ancetresDe(unite, parId),
  }
}

/**
 * The organisation units that fill a data set, as structures to be; those of the whole file when it
 * names none. Two that would have the same code are told, and the first is taken.
 */
export function lireUnites(
  meta: Metadonnees,
  jeu: Objet,
  dire: (constat: Constat) => void,
): StructureVenue[] {
  const unites = meta.liste('organisationUnits').filter((unite) => idDe(unite) !== '')
  const parId = new Map(unites.map((unite) => [idDe(unite), unite]))
  const nommees = new Set(objetsDe(jeu, 'organisationUnits').map(idDe))
  const siennes = unites.filter((unite) => nommees.has(idDe(unite)))
  const parCode = new Map<string, StructureVenue>()
  for (const unite of siennes.length > 0 ? siennes : unites) {
    const structure = structureDe(unite, parId)
    if (!parCode.has(structure.code)) parCode.set(structure.code, structure)
    else {
      const phrase = `Son code (${structure.code}) est aussi celui d’une autre unité.`
      const place = `Unité d’organisation «\u00a0${structure.libelle}\u00a0»`
      dire({ place, genre: 'LAISSE', phrase })
    }
  }
  direUnites(parCode.size, nommees.size, dire)
  return [...parCode.values()]
}

function direUnites(nombre: number, nommees: number, dire: (constat: Constat) => void): void {
  const place = 'Unités d’organisation'
  if (nombre > 0) {
    const phrase = `${nombre > 1 ? `${nombre} unités deviennent` : 'Une unité devient'} des structures à importer\u00a0: téléchargez leur tableur, complétez-y le type et la région.`
    dire({
      place,
      genre: 'COMPRIS',
      phrase: nombre > 1 ? phrase : phrase.replace('des structures', 'une structure'),
    })
  } else if (nommees > 0) {
    const phrase = `Les ${nommees} unités qui le remplissent ne sont pas décrites dans ce fichier.`
    dire({ place, genre: 'LAISSE', phrase })
  }
}
