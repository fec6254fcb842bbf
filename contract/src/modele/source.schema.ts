import { z } from 'zod'
import { garde } from '../garde.ts'
import { BORNES_MODELE } from './modele.bornes.ts'
import {
  zChamp,
  zCode,
  zModalite,
  zModele,
  zRegle,
  zSectionChamps,
  zSectionIdentification,
  zSectionMatrice,
  zSectionTableau,
  zTraits,
} from './modele.schema.ts'

/**
 * A model as written by hand. Objects are strict: a misspelt trait is an error rather than a
 * trait that nobody reads. In its formulas, an address that holds `[CODIFICATION]` stands for the
 * list of its codes: `SOMME(MVT.[MOTIF_SORTIE_PERS].$)` becomes `SOMME(MVT.RETR.$; MVT.DEM.$; …)`.
 */

/** Every code of a codification, in its order, each with the same traits. */
const zAxeCodifie = z.strictObject({
  ...zTraits.shape,
  codification: zCode,
  exclure: z.array(zCode).optional(),
})

const zAxe = z.array(z.union([z.strictObject(zModalite.shape), zAxeCodifie])).min(1)
export type Axe = z.infer<typeof zAxe>

const zChampSource = z.strictObject(zChamp.shape)

const zSectionSource = z.discriminatedUnion('type', [
  z.strictObject({ ...zSectionChamps.shape, champs: z.array(zChampSource).min(1) }),
  z.strictObject(zSectionIdentification.shape),
  z.strictObject({
    ...zSectionMatrice.shape,
    lignes: zAxe,
    groupes: zAxe.optional(),
    colonnes: zAxe,
  }),
  z.strictObject({ ...zSectionTableau.shape, colonnes: z.array(zChampSource).min(1) }),
])
export type SectionSource = z.infer<typeof zSectionSource>

/** A plain code or address, whose label is looked for; one with its label; a whole codification. */
const zPourChaque = z.array(
  z.union([
    z.string().min(1).max(200),
    z.strictObject({
      code: z.string().min(1).max(200),
      libelle: z.string().min(1).max(BORNES_MODELE.libelle),
    }),
    z.strictObject({ codification: zCode, exclure: z.array(zCode).optional() }),
  ]),
)
export type PourChaqueSource = z.infer<typeof zPourChaque>

/** A cell that need not be chosen: left out, or blank. */
const zAdresseLibre = z.string().max(200).optional()

export const zModeleSource = z
  .strictObject({
    ...zModele.omit({ codifications: true }).shape,
    indicateurs: z.strictObject({
      effectif: zAdresseLibre,
      entrees: zAdresseLibre,
      sorties: zAdresseLibre,
      reference: zAdresseLibre,
    }),
    sections: z.array(zSectionSource).min(1),
    controles: z.array(z.strictObject({ ...zRegle.shape, pourChaque: zPourChaque.optional() })),
  })
  .meta({ id: 'ModeleSource' })
/** A source in an answer: looked at by hand (`verifierForme`) on its way in. */
export const zModeleSourceLue = garde(
  zModeleSource,
  (valeur) => typeof valeur === 'object' && valeur !== null,
)
export type ModeleSource = z.infer<typeof zModeleSource>
