import { z } from 'zod'
import { zChamp, zJourSaisi } from '../champ.schema.ts'
import { zInstant, zRef } from '../page.ts'
import { zMotDePasse } from '../session/session.schema.ts'
import { ADRESSES_MAX, CHAMPS_JETON, STRUCTURES_MAX } from './jeton.champs.ts'
import { USAGES_JETON } from './jeton.rules.ts'

/** Where a token is; suspended: a setting forbids them all. Computed, never stored. */
export const ETATS_JETON = ['VALABLE', 'SUSPENDU', 'EXPIRE', 'REVOQUE'] as const
export type EtatJeton = (typeof ETATS_JETON)[number]

export const LIBELLES_ETATS_JETON: Record<EtatJeton, string> = {
  VALABLE: 'Valable',
  SUSPENDU: 'Suspendu\u00a0: un réglage les interdit',
  EXPIRE: 'Expiré',
  REVOQUE: 'Révoqué',
}

/** A program's token, as one follows it: never itself, of which the base has a hash only. */
export const zJeton = z
  .object({
    id: z.number(),
    nom: z.string(),
    usages: z.array(z.enum(USAGES_JETON)),
    /** What it is limited to; null: all that its account reaches. */
    structures: z.array(zRef).nullable(),
    /** From where it may call, in CIDR; none: from anywhere. */
    reseaux: z.array(z.string()),
    creeLe: zInstant,
    /** As the settings let it live now. */
    expireLe: zInstant,
    /** To the minute; null: never yet. */
    utiliseLe: zInstant.nullable(),
    utiliseDepuis: z.string().nullable(),
    revoqueLe: zInstant.nullable(),
    etat: z.enum(ETATS_JETON),
  })
  .meta({ id: 'Jeton' })
export type Jeton = z.infer<typeof zJeton>

/** The same, and whose it is. */
export const zJetonSuivi = zJeton
  .extend({
    utilisateur: z.object({ id: z.number(), identifiant: z.string(), nomAffichable: z.string() }),
  })
  .meta({ id: 'JetonSuivi' })
export type JetonSuivi = z.infer<typeof zJetonSuivi>

const RESEAU_INVALIDE =
  'Donnez un réseau sous sa forme CIDR. Exemples\u00a0: 192.0.2.0/24, 2001:db8::/48.'
/** Whoever has one address of IPv6 has its /64: a caller is not known closer. */
const RESEAU_TROP_ETROIT = 'En IPv6, un réseau se donne jusqu’à /64.'

/** A network; an IPv4 address alone is one. */
const zReseau = z
  .string({ error: () => RESEAU_INVALIDE })
  .trim()
  .overwrite((texte) => (z.ipv4().safeParse(texte).success ? `${texte}/32` : texte))
  .refine((texte) => z.union([z.cidrv4(), z.cidrv6()]).safeParse(texte).success, {
    error: RESEAU_INVALIDE,
    abort: true,
  })
  .refine((texte) => !texte.includes(':') || Number(texte.split('/')[1]) <= 64, RESEAU_TROP_ETROIT)
  .meta({ maxLength: 50 })

/** A token that one asks for. */
export const zJetonVoulu = z
  .object({
    /** One's own, again. */
    password: zMotDePasse,
    nom: zChamp(CHAMPS_JETON.nom),
    usages: z
      .array(z.enum(USAGES_JETON), { error: () => CHAMPS_JETON.usages.requis })
      .min(1, CHAMPS_JETON.usages.requis)
      .max(USAGES_JETON.length),
    /** Codes; none: all that the account reaches. */
    structures: z.array(z.string().max(40)).max(STRUCTURES_MAX).default([]),
    reseaux: z.array(zReseau).max(ADRESSES_MAX).default([]),
    /** The last day on which it is worth something, where the platform is used. */
    jusquau: zJourSaisi,
  })
  .meta({ id: 'JetonVoulu' })
export type JetonVoulu = z.output<typeof zJetonVoulu>
