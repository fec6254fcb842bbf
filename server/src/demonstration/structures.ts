import { isoDe, nbJours, periodeDe } from '@releve/contract/mois.ts'
import { MODELES_DEMONSTRATION } from '../../seed/modeles.ts'
import { postes, type StructureSemee, structure } from '../../seed/structures/structure.ts'
import { STRUCTURES } from '../../seed/structures.ts'
import type { EtatAnterieur } from './lot.sql.ts'

const jour = (rang: number, n: number) => `${isoDe(periodeDe(rang))}-${String(n).padStart(2, '0')}`

/** The models of the seed, then those that the directorate has drawn for this type. */
function avecModeles<Semee extends StructureSemee>(semee: Semee): Semee {
  const dessines = MODELES_DEMONSTRATION.filter(({ typesStructure }) =>
    typesStructure.includes(semee.typeStructure),
  )
  return { ...semee, modeles: [...semee.modeles, ...dessines.map(({ code }) => code)] }
}

/** Structures whose past is not their present: two opened, one closed, one moved. */
function structuresDatees(premier: number) {
  return {
    ouvertes: [
      structure(18, {
        code: 'CPOLY-R04-01',
        libelle: 'Centre polyvalent de Rivemont',
        typeStructure: 'CPOLY',
        region: 'R04',
        responsable: 'Le directeur',
        adresse: 'Rue du Marché, Rivemont',
        latitude: 6.097,
        longitude: -19.801,
        capacite: 60,
        postesReference: postes(0, 3, 6, 5, 4, 2),
        effectifsOuverture: { RMA: 41, EPM: 19 },
        modeles: ['RMA', 'EPM'],
        dateOuverture: jour(premier + 8, 1),
      }),
      structure(19, {
        code: 'CSOC-R05-01',
        libelle: 'Centre social de Grandherbe',
        typeStructure: 'CSOC',
        region: 'R05',
        responsable: 'La directrice',
        adresse: 'Place des Baobabs, Grandherbe',
        latitude: 6.861,
        longitude: -18.233,
        postesReference: postes(0, 2, 3, 2, 2, 1),
        effectifsOuverture: { RMA: 22 },
        modeles: ['RMA'],
        dateOuverture: jour(premier + 15, 1),
      }),
    ],
    fermee: structure(20, {
      code: 'ORPH-R06-01',
      libelle: 'Orphelinat des Dunes',
      typeStructure: 'ORPH',
      statutStructure: 'ONG',
      region: 'R06',
      responsable: 'La responsable',
      adresse: 'Piste du Puits, Sablon',
      latitude: 7.668,
      longitude: -19.034,
      capacite: 35,
      postesReference: postes(0, 1, 3, 3, 2, 2),
      effectifsOuverture: { RMA: 28 },
      modeles: ['RMA'],
      dateOuverture: '2002-01-07',
      dateFermeture: jour(premier + 17, nbJours(periodeDe(premier + 17))),
      etat: 'FERMEE',
    }),
    // Its code is still that of the region where it opened.
    deplacee: structure(21, {
      code: 'CADS-R02-01',
      libelle: 'Centre d’adaptation sociale des Hautes-Terres',
      typeStructure: 'CADS',
      region: 'R03',
      responsable: 'La directrice',
      adresse: 'Route du Col, Belmont',
      latitude: 5.021,
      longitude: -18.977,
      capacite: 45,
      postesReference: postes(0, 2, 5, 5, 3, 2),
      effectifsOuverture: { RMA: 36, EPM: 17 },
      modeles: ['RMA', 'EPM'],
      dateOuverture: '2010-03-01',
    }),
  }
}

/** A structure of the demonstration, and what was true of it before. */
export type StructureDatee = { structure: StructureSemee; avant?: EtatAnterieur }

/**
 * The structures of the seed, in their order, with what else they report; then those that opened,
 * closed and moved since the first month of the demonstration.
 */
export function structuresDemonstration(premier: number): StructureDatee[] {
  const { ouvertes, fermee, deplacee } = structuresDatees(premier)
  const avant = { jusqua: premier + 17, region: 'R02', parent: 'DR-R02' }
  return [
    ...[...STRUCTURES, ...ouvertes, fermee].map((semee) => ({ structure: avecModeles(semee) })),
    { structure: avecModeles(deplacee), avant },
  ]
}
