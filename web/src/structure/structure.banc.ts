import { blancDe } from '@releve/contract/champs.ts'
import { CHAMPS_DATES, CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import type {
  PeriodeStructure,
  Structure,
  StructureLue,
} from '@releve/contract/structure/structure.schema.ts'

/** A structure for the tests of this room: what a test says of it, and nothing else that counts. */
export const structureDe = (particularites: Partial<Structure> = {}): Structure => ({
  ...blancDe(CHAMPS_STRUCTURE),
  id: 1,
  code: 'CAU-R01-01',
  libelle: 'Centre d’accueil',
  typeStructure: 'CAU',
  statutStructure: 'PUBLIC',
  region: 'R01',
  parent: null,
  latitude: 3.427,
  longitude: -20.131,
  capacite: 60,
  postesReference: { A: 3 },
  effectifsOuverture: { RMA: 42, EPM: 23 },
  modeles: ['RMA', 'EPM'],
  dateOuverture: '2008-03-01',
  etat: 'ACTIVE',
  urlLogo: null,
  version: 4,
  ...particularites,
})

/** The same as its record is read; `dites`: what has changed of it, or will. */
export const structureLueDe = (
  particularites: Partial<Structure> = {},
  dites: PeriodeStructure[] = [],
): StructureLue => {
  const structure = structureDe(particularites)
  const changes = new Set(dites.map(({ champ }) => champ))
  const { modeles } = structure
  const stables = CHAMPS_DATES.filter((champ) => !changes.has(champ)).flatMap((champ) =>
    (champ === 'modeles' ? modeles : [structure[champ]]).map((valeur) => {
      return { champ, valeur, de: null, a: null }
    }),
  )
  return {
    ...structure,
    periodes: [...stables, ...dites],
    interruptions: [],
    comptes: [],
    actions: ['modifier'],
  }
}
