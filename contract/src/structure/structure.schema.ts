import { z } from 'zod'
import { zJour, zRef } from '../page.ts'

const ETATS_STRUCTURE = ['INVITEE', 'ACTIVE', 'SUSPENDUE', 'FERMEE'] as const

/** What any signed-in person may know of a structure. */
const zStructurePublique = z.object({
  id: z.number(),
  code: z.string(),
  libelle: z.string(),
  typeStructure: z.string(),
  region: z.string(),
})

/** The whole record, inside the perimeter. */
export const zStructure = zStructurePublique.extend({
  statutStructure: z.string(),
  parent: zRef.nullable(),
  responsable: z.string().nullable(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  adresse: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  capacite: z.number().nullable(),
  capaciteTheorique: z.number().nullable(),
  postesReference: z.record(z.string(), z.number()),
  effectifsOuverture: z.record(z.string(), z.number()),
  modeles: z.array(z.string()),
  dateOuverture: zJour,
  dateFermeture: zJour.nullable(),
  etat: z.enum(ETATS_STRUCTURE),
  urlLogo: z.string().nullable(),
  version: z.number(),
})
export type Structure = z.infer<typeof zStructure>

/** In a list: the whole record inside the perimeter, the public part outside it. */
export const zStructureListee = z.union([zStructure, zStructurePublique])
export type StructureListee = z.infer<typeof zStructureListee>
