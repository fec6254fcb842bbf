import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Modifications } from '@releve/contract/modele/modele.schema.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { amener, commencer, renvoyer, reussi } from '../../test/formulaires.ts'
import { recalculer } from '../../test/recalculs.ts'
import { changerDepuisToujours } from '../../test/structures.ts'
import { ficheLue } from '../structure/structure.banc.ts'
import { modifier, ouvrirBancFormulaires } from './formulaire.banc.ts'
import { type Contenu, type Suivi, updateFormulaire } from './formulaire.ecriture.sql.ts'
import { relireFormulaire } from './formulaire.sql.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asCollegue, asAdmin, asDpps, base } = banc
const CAU = 'CAU-R01-01'
const MARS = { mois: 'MARCH', annee: 2025 } as const
const RAISON = { 'RA04:F': 'Erreur de pointage en février.' }

beforeEach(async () => {
  await changerDepuisToujours(base.db, { capacite: 60 }, [CAU])
})

type Sans = { sans?: 'fixe' }
type Textes = Record<string, Record<string, string | null>>

const enregistrer = (
  personne: Personne,
  { numero, version }: Pick<Formulaire, 'numero' | 'version'>,
  donnees: Modifications,
  query: Sans,
  textes: Textes = {},
) =>
  reussi(
    personne.appeler(api.modifierFormulaire, {
      query,
      body: { numero, version, donnees, ...textes },
    }),
  )

const commencerSeul = (query: Sans, body = { modele: 'RMA' }) =>
  reussi(asStructure.appeler(api.enregistrerFormulaire, { params: MARS, query, body }))

/** March begun after February was received: it reads it. */
async function apresFevrier(): Promise<Formulaire> {
  await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
  return commencer(asStructure)
}

const marquer = ({ numero }: Formulaire, query: Sans, ...cellules: (string | null)[]) => {
  const remarques = cellules.map((cellule) => ({
    cellule,
    texte: 'À revoir.',
    statut: 'OUVERTE' as const,
  }))
  return reussi(asAdmin.appeler(api.remarquerFormulaire, { query, body: { numero, remarques } }))
}

const renvoyeMarque = async () =>
  renvoyer(asAdmin, await marquer(await amener(banc, 'SOUMIS'), {}, 'DIFF', 'MVT.DEB.F'))

/** A draft whose structure has changed since its last save: its computed cells have followed. */
async function devenuAutre(): Promise<Formulaire> {
  const neuf = await commencer(asStructure)
  const commentaires = { CAPACITE: 'Une aile de plus.' }
  const f = await reussi(modifier(asStructure, neuf, {}, { commentaires }))
  const version = await base.db
    .selectFrom('structure')
    .select('version')
    .where('code', '=', CAU)
    .executeTakeFirstOrThrow()
  const body = { ...(await ficheLue(banc, CAU)), capacite: 75, ...version }
  await reussi(asDpps.appeler(structureApi.modifierStructure, { body }))
  await recalculer(base.db)
  return f
}

type Repondu = [Personne, Formulaire]

const ACTES: [string, (query: Sans) => Promise<Repondu>][] = [
  ['commencer un premier mois', async (query) => [asStructure, await commencerSeul(query)]],
  [
    'commencer après un mois reçu',
    async (query) => {
      await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
      return [asStructure, await commencerSeul(query)]
    },
  ],
  [
    'commencer un autre modèle',
    async (query) => [asStructure, await commencerSeul(query, { modele: 'EPM' })],
  ],
  [
    'enregistrer des cases',
    async (query) => {
      const f = await apresFevrier()
      return [asStructure, await enregistrer(asStructure, f, { 'MVT.DEB.F': 72 }, query)]
    },
  ],
  [
    'enregistrer sans rien changer',
    async (query) => {
      const f = await commencer(asStructure)
      return [asStructure, await enregistrer(asStructure, f, {}, query)]
    },
  ],
  [
    'enregistrer pour une structure',
    async (query) => {
      const f = await commencer(asStructure)
      return [asDpps, await enregistrer(asDpps, f, { 'MVT.DEB.F': 72 }, query)]
    },
  ],
  [
    'enregistrer ce qu’un autre a changé ailleurs',
    async (query) => {
      const f = await commencer(asStructure)
      await reussi(modifier(asCollegue, f, { DIFF: 'Autre.' }))
      return [asStructure, await enregistrer(asStructure, f, { 'MVT.DEB.F': 72 }, query)]
    },
  ],
  [
    'enregistrer un commentaire',
    async (query) => {
      const f = await commencer(asStructure)
      const textes = { commentaires: { 'MVT.DEB.F': 'Compté deux fois.' } }
      return [asStructure, await enregistrer(asStructure, f, {}, query, textes)]
    },
  ],
  [
    'enregistrer une justification',
    async (query) => {
      const f = await apresFevrier()
      const textes = { justifications: RAISON }
      return [asStructure, await enregistrer(asStructure, f, {}, query, textes)]
    },
  ],
  [
    'enregistrer ce qui fait tomber une justification',
    async (query) => {
      const f = await apresFevrier()
      const justifie = await reussi(modifier(asStructure, f, {}, { justifications: RAISON }))
      const apres = await enregistrer(asStructure, justifie, { 'MVT.DEB.F': 3 }, query)
      expect([Object.keys(justifie.justifications), apres.justifications]).toEqual([['RA04:F'], {}])
      return [asStructure, apres]
    },
  ],
  [
    'enregistrer un brouillon dont la fiche a changé',
    async (query) => {
      const f = await devenuAutre()
      return [asStructure, await enregistrer(asStructure, f, { 'MVT.DEB.F': 72 }, query)]
    },
  ],
  [
    'corriger une case marquée',
    async (query) => {
      const f = await renvoyeMarque()
      const apres = await enregistrer(asStructure, f, { DIFF: 'Autre.' }, query)
      expect(apres).toMatchObject({ remarquesOuvertes: 1, remarquesCorrigees: 1 })
      return [asStructure, apres]
    },
  ],
  [
    'remarquer',
    async (query) => {
      const f = await amener(banc, 'SOUMIS')
      return [asAdmin, await marquer(f, query, 'DIFF', null)]
    },
  ],
  [
    'remarquer un rapport renvoyé',
    async (query) => [asAdmin, await marquer(await renvoyeMarque(), query, 'BUD.DOT')],
  ],
  [
    'répondre',
    async (query) => {
      const { numero, remarques } = await renvoyeMarque()
      const body = { numero, id: remarques[0]?.id ?? 0, reponse: 'Le chiffre est juste.' }
      return [asStructure, await reussi(asStructure.appeler(api.repondreRemarque, { query, body }))]
    },
  ],
  [
    'soumettre un brouillon dont la fiche a changé',
    async (query) => {
      const { id } = await devenuAutre()
      const appel = { params: { id }, query: { ...query, confirme: 'true' } }
      return [asStructure, await reussi(asStructure.appeler(api.soumettreFormulaire, appel))]
    },
  ],
  [
    'soumettre de nouveau, réponses faites',
    async (query) => {
      const f = await renvoyeMarque()
      const corrige = { DIFF: 'Autre.', 'MVT.DEB.F': f.donnees['MVT.DEB.F'] ?? null }
      await reussi(modifier(asStructure, f, corrige))
      const [id] = f.remarques.flatMap((r) => (r.cellule === 'MVT.DEB.F' ? [r.id] : []))
      const body = { numero: f.numero, id: id ?? 0, reponse: 'Le chiffre est juste.' }
      await reussi(asStructure.appeler(api.repondreRemarque, { body }))
      const appel = { params: { id: f.id }, query: { ...query, confirme: 'true' } }
      return [asStructure, await reussi(asStructure.appeler(api.soumettreFormulaire, appel))]
    },
  ],
]

describe('ce qu’un acte répond est ce qu’une lecture donne aussitôt après', () => {
  it.each(
    ACTES.flatMap(([titre, acte]) =>
      [{}, { sans: 'fixe' as const }].map((query) => [titre, query, acte] as const),
    ),
  )('%s, %o', async (_, query, acte) => {
    const [personne, repondu] = await acte(query)
    const params = { numero: repondu.numero }
    expect(await reussi(personne.appeler(api.lireFormulaire, { params, query }))).toEqual(repondu)
  })
})

describe('la ligne qu’un acte écrit', () => {
  const trace = { agentId: asAdmin.id, auNomDe: null, action: 'remarquer' } as const
  const le = '2025-03-21T08:00:00.000Z'

  const ligneDe = async (id: number) => {
    const { rows } = await sql<{ ligne: Record<string, unknown> }>`
      select to_jsonb(f) as ligne from formulaire f where id = ${id}`.execute(base.db)
    return rows[0]?.ligne ?? {}
  }

  /** Returned with open cells and a remark, first dated to the microsecond. */
  async function riche(): Promise<Formulaire> {
    const diffuse = await amener(banc, 'DIFFUSE')
    const f = await renvoyer(asDpps, await marquer(diffuse, {}, 'DIFF'))
    await sql`update formulaire set soumis_le = '2025-03-20T09:00:00.123456Z',
      valide_le = '2025-03-20T09:30:00.654321Z' where id = ${f.id}`.execute(base.db)
    return f
  }

  it('garde, au-delà de ce que l’acte change, chaque colonne comme elle était', async () => {
    const { id } = await riche()
    const f = await relireFormulaire(base.db, { id })
    const avant = await ligneDe(id)
    const vers = { de: 'RENVOYE', vers: 'RENVOYE', le } as const
    await updateFormulaire(base.db, f, { trace: { ...trace, ...vers } })
    const { version, modifie_le, modifie_par, ...reste } = await ligneDe(id)
    expect({ version, modifie_par }).toEqual({ version: f.version + 1, modifie_par: asAdmin.id })
    expect(String(modifie_le)).toContain('2025-03-21T08:00:00')
    expect(avant).toMatchObject(reste)
  })

  const SUIVI = {
    etat: 'RENVOYE',
    versionDiffusee: 2,
    soumisLe: '2025-03-01T01:00:00.000Z',
    valideLe: '2025-03-02T01:00:00.000Z',
    soumisPar: asDpps.id,
    soumisAppareil: Buffer.from('appareil'),
    horsDelai: true,
    echeance: '2025-06-30',
    validePar: asAdmin.id,
    motifRenvoi: 'AUTRE',
    texteRenvoi: 'Dites-en plus.',
    casesOuvertes: '["BUD.DOT"]',
    remarquesOuvertes: 4,
    remarquesCorrigees: 5,
  } as const satisfies Suivi

  const CONTENU: Contenu = {
    donnees: '{"DIFF":"Autre."}',
    environs: '{"RMA@2025-02":{"DIFF":"Avant."}}',
    commentaires: '{"DIFF":"Un mot."}',
    justifications: '{"RA04:F":"Une raison."}',
    messagesJustifies: '{"RA04:F":"Un message."}',
    structureLue: '{"capacite":7}',
    codes: '{"SITUATION_FONCT":["OUVERT"]}',
    effectif: 11,
    entrees: 12,
    sorties: 13,
    reference: 14,
    remplissage: 0.25,
    erreurs: 15,
    avertissements: 16,
    resultats: '[]',
  }

  it('a chaque colonne que l’acte lui donne, et c’est elle qui est rendue', async () => {
    const { id } = await commencer(asStructure)
    const f = await relireFormulaire(base.db, { id })
    const ecriture = { trace: { ...trace, de: 'BROUILLON', vers: 'RENVOYE', le } as const }
    const apres = await updateFormulaire(base.db, f, {
      ...ecriture,
      suivi: SUIVI,
      saisie: { contenu: CONTENU },
    })
    const ligne = await base.db
      .selectFrom('formulaire')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const lus = Object.fromEntries(
      Object.entries({ ...SUIVI, ...CONTENU }).map(([nom, valeur]) => [
        nom,
        typeof valeur === 'string' && /^[[{]/.test(valeur) ? JSON.parse(valeur) : valeur,
      ]),
    )
    expect(ligne).toMatchObject({ ...lus, renvoye: true, deduites: null })
    // Published with the figures that it had, before those that it now has.
    expect(ligne).toMatchObject({ publieEffectif: f.effectif, publieReference: f.reference })
    expect(await relireFormulaire(base.db, { id })).toMatchObject(apres)
    expect(apres).toMatchObject({ structureCode: CAU, rang: f.rang, environs: expect.any(String) })
  })

  it('ne date qu’une fois la première soumission et la première validation', async () => {
    const { id } = await riche()
    const avant = await ligneDe(id)
    const f = await relireFormulaire(base.db, { id })
    const ecriture = { trace: { ...trace, de: 'RENVOYE', vers: 'RENVOYE', le } as const }
    await updateFormulaire(base.db, f, { ...ecriture, suivi: SUIVI })
    const { soumis_le, valide_le } = await ligneDe(id)
    expect([soumis_le, valide_le]).toEqual([avant['soumis_le'], avant['valide_le']])
  })

  it('ne garde rien des autres mois une fois fermée à la saisie', async () => {
    const { id } = await apresFevrier()
    const f = await relireFormulaire(base.db, { id })
    expect(f.environs).toContain('RMA@2025-02')
    const vers = { de: 'BROUILLON', vers: 'SOUMIS', le } as const
    const contenu = { ...CONTENU, donnees: null, environs: null }
    const ecriture = { trace: { ...trace, ...vers }, saisie: { contenu } }
    const garde = await updateFormulaire(base.db, f, ecriture)
    expect([garde.environs, garde.donnees.lire()]).toEqual([f.environs, f.donnees.lire()])
    const ferme = await updateFormulaire(base.db, garde, { ...ecriture, suivi: { etat: 'SOUMIS' } })
    expect([ferme.environs, ferme.donnees.lire()]).toEqual([null, f.donnees.lire()])
  })
})
