import { blancDe } from '@releve/contract/champs.ts'
import { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'

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
