import { z } from 'zod'
import { zEcheances } from '../calendrier/calendrier.schema.ts'
import { zOctets } from '../fichier.ts'
import type { Operation } from '../operation.ts'
import { zInstant } from '../page.ts'

/** The last published annuaire, and the figures that the public page shows of it. */
const zAnnuairePublie = z
  .object({
    annee: z.number(),
    edition: z.number(),
    titre: z.string(),
    publieLe: zInstant,
    chiffres: z.array(z.object({ code: z.string(), libelle: z.string(), valeur: z.number() })),
  })
  .meta({ id: 'AnnuairePublie' })
export type AnnuairePublie = z.infer<typeof zAnnuairePublie>

/** What the web needs before anyone signs in. */
const zConfiguration = z
  .object({
    nom: z.string(),
    organisation: z.string(),
    pays: z.string(),
    urlLogo: z.string().nullable(),
    fuseau: z.string(),
    jourEcheance: z.number(),
    /** `MM-JJ` every year, or `AAAA-MM-JJ` once: due dates are computed with them. */
    joursFeries: z.array(z.string()),
    /** How many months after it a month closes to entry, on the 1st. */
    moisVerrou: z.number(),
    /** Due dates that are kept, by month `AAAA-MM`, whatever the settings say. */
    echeances: zEcheances,
    /** First month `AAAA-MM` of the collection; null: it has none, and nothing is expected. */
    debutCollecte: z.string().nullable(),
    /** Null until one is published. */
    annuaire: zAnnuairePublie.nullable(),
    /** A setting: every computer counts as shared. */
    postePartage: z.boolean(),
    /** Those by which one may sign in: what stands on the button of each. */
    fournisseurs: z.array(z.object({ cle: z.string(), libelle: z.string() })),
    demonstration: z.boolean(),
    version: z.string(),
    maintenant: zInstant,
  })
  .meta({ id: 'Configuration' })

export const systemeApi = {
  lireConfiguration: {
    method: 'GET',
    path: '/configuration',
    right: 'public',
    jeton: null,
    resume: 'Lire la configuration publique',
    output: zConfiguration,
  },
  lireSante: {
    method: 'GET',
    path: '/sante',
    right: 'public',
    jeton: null,
    resume: 'Dire si le service et sa base répondent, et si elle peut écrire',
    output: z.object({ etat: z.literal('OK'), base: z.enum(['embarquee', 'serveur']) }),
    erreurs: ['SERVICE_OCCUPE', 'STOCKAGE_INDISPONIBLE'],
  },
  lireOpenapi: {
    method: 'GET',
    path: '/openapi.json',
    right: 'public',
    jeton: null,
    resume: 'Lire la description de l’API (OpenAPI 3.1)',
    reponse: 'octets',
    output: zOctets,
  },
  lireDocs: {
    method: 'GET',
    path: '/docs',
    right: 'public',
    jeton: null,
    resume: 'Lire la description de l’API sur une page, appel par appel',
    reponse: 'octets',
    typeMime: 'text/html',
    output: zOctets,
  },
  lireDocsScript: {
    method: 'GET',
    path: '/docs/scalar.js',
    right: 'public',
    jeton: null,
    resume: 'Lire le programme de cette page',
    reponse: 'octets',
    typeMime: 'text/javascript',
    output: zOctets,
  },
} as const satisfies Record<string, Operation>
