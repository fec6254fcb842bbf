import type { Structure } from '@releve/contract/structure/structure.schema.ts'

/** A structure for the tests of this room: what a test says of it, and nothing else that counts. */
export const structureDe = (particularites: Partial<Structure> = {}): Structure => ({
  id: 1,
  code: 'CAU-R01-01',
  libelle: 'Centre d’accueil',
  typeStructure: 'CAU',
  statutStructure: 'PUBLIC',
  region: 'R01',
  parent: null,
  responsable: null,
  telephone: null,
  email: null,
  adresse: null,
  latitude: 3.427,
  longitude: -20.131,
  capacite: 60,
  capaciteTheorique: null,
  postesReference: { A: 3 },
  effectifsOuverture: { RMA: 42, EPM: 23 },
  modeles: ['RMA', 'EPM'],
  dateOuverture: '2008-03-01',
  dateFermeture: null,
  etat: 'ACTIVE',
  urlLogo: null,
  version: 4,
  ...particularites,
})
