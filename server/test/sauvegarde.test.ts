import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STRUCTURES } from '../seed/structures.ts'
import { MOT_DE_PASSE } from '../src/demonstration/comptes.ts'
import { publierAnnuaires } from '../src/demonstration/demonstration.ts'
import { peupler } from '../src/demonstration/peupler.ts'
import { installer } from '../src/installation.ts'
import { verifierBase } from '../src/maintenance/verifier.ts'
import { ErreurDeBase } from '../src/platform/base/erreurs.ts'
import { migrer } from '../src/platform/base/migrer.ts'
import { type BaseOuverte, openBase } from '../src/platform/base/ouvrir.ts'
import { restaurerSauvegarde } from '../src/platform/base/restauration.ts'
import { verifierSauvegarde } from '../src/platform/base/sauvegarde.format.ts'
import { ecrireSauvegarde, listTables } from '../src/platform/base/sauvegarde.ts'
import { type PostgresDeTest, startPostgres } from './postgres.ts'

const LE = new Date('2026-03-17T10:00:00Z')
const ECRITE = { le: LE, version: '0.1.0' }

let postgres: PostgresDeTest
let dossier: string
let embarquee: BaseOuverte
let serveur: BaseOuverte
let original: string

/** Every row of every table, and the sequences, as texts. */
async function contenu({ db }: BaseOuverte): Promise<Record<string, unknown>> {
  const tout: Record<string, unknown> = {}
  for (const { table } of await listTables(db)) {
    const { rows } = await sql<{ r: string }>`
      select md5(r::text) as r from ${sql.table(table)} r order by 1`.execute(db)
    tout[table] = rows.map(({ r }) => r)
  }
  return tout
}

const prochain = async ({ db }: BaseOuverte) =>
  (
    await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('structure', 'id')) as id`.execute(db)
  ).rows[0]?.id

/** What structures of one region, of each model, lived for fifteen months, with its annuaire. */
async function remplir({ db }: BaseOuverte): Promise<void> {
  const region = STRUCTURES.filter(({ code }) => /\bR01\b/.test(code))
  const echanges = [
    {
      entre: ['STRUCTURE', 'ADMIN'] as const,
      objet: 'Une question',
      textes: ['Une\nou deux\u202f?'],
    },
  ]
  const membres = region.map((structure, souche) => ({ structure, souche, scenario: { echanges } }))
  await peupler(db, membres, {
    mois: 15,
    maintenant: LE,
    motDePasse: MOT_DE_PASSE,
    avecCellules: true,
    ensemble: membres.length,
  })
  await publierAnnuaires(db, LE)
}

beforeAll(async () => {
  dossier = mkdtempSync(join(tmpdir(), 'releve-sauvegarde-'))
  postgres = await startPostgres()
  embarquee = await openBase({ dataDir: join(dossier, 'donnees') })
  serveur = await openBase({ databaseUrl: postgres.url, dataDir: '', connexions: 1 })
  await migrer(embarquee.db)
  await installer(embarquee.db)
  await remplir(embarquee)
  const { db } = embarquee
  // What a text format could lose: bytes, JSON's null, signs that end lines elsewhere, infinity.
  await sql`insert into parametre values ('essai', 'null'), ('suite', '"a\\u2028b\\\\n«é»"')`.execute(
    db,
  )
  await sql`insert into reouverture select id, 24300, 'infinity' from structure limit 1`.execute(db)
  await sql`insert into piece (name, nom_origine, type_document, type_mime, taille, sha256, contenu,
      depose_par)
    select 'essai', E'a\\tb "c" \\\\', 'LOGO', 'image/png', 3000000,
      encode(sha256(octets), 'hex'), octets, (select min(id) from utilisateur)
    from (select decode(repeat('00ff', 1500000), 'hex') as octets) o`.execute(db)
  original = join(dossier, 'original.gz')
  await ecrireSauvegarde(embarquee, original, ECRITE)
})

afterAll(async () => {
  await embarquee.close()
  await serveur.close()
  await postgres.stop()
  rmSync(dossier, { recursive: true, force: true })
})

describe('une sauvegarde', () => {
  it('de la base embarquée se restaure sur un serveur, et de là dans une base embarquée, à l’identique', async () => {
    const attendu = await contenu(embarquee)
    await restaurerSauvegarde(serveur.db, { chemin: original, confirmer: false })
    expect(await contenu(serveur)).toEqual(attendu)
    const retour = join(dossier, 'retour.gz')
    await ecrireSauvegarde(serveur, retour, ECRITE)
    const autre = await openBase({ dataDir: join(dossier, 'autre') })
    try {
      await restaurerSauvegarde(autre.db, { chemin: retour, confirmer: false })
      expect(await contenu(autre)).toEqual(attendu)
      expect(await prochain(autre)).toBe(await prochain(embarquee))
      expect((await verifierBase(autre.db)).lignes.at(-1)).toBe('Tout va bien.')
    } finally {
      await autre.close()
    }
  })

  it('n’est lisible que de qui l’a faite, et n’en remplace pas une autre', async () => {
    expect(statSync(original).mode & 0o777).toBe(0o600)
    await expect(ecrireSauvegarde(embarquee, original, ECRITE)).rejects.toThrow('existe déjà')
  })

  it('qui ne peut être ni écrite ni lue le dit, en nommant le fichier', async () => {
    const nullePart = join(dossier, 'nulle', 'part.gz')
    const ecrire = ecrireSauvegarde(embarquee, nullePart, ECRITE)
    await expect(ecrire).rejects.toThrow('ne peut pas être écrit\u00a0: il n’existe pas, ou son')
    await expect(ecrire).rejects.toThrow(nullePart)
    await expect(ecrire).rejects.toBeInstanceOf(ErreurDeBase)
    for (const [chemin, raison] of [
      [dossier, 'c’est un dossier.'],
      [nullePart, 'il n’existe pas, ou son dossier n’existe pas.'],
    ] as const) {
      const lire = verifierSauvegarde(chemin)
      await expect(lire).rejects.toThrow(`ne peut pas être lu\u00a0: ${raison}`)
      await expect(lire).rejects.toBeInstanceOf(ErreurDeBase)
    }
  })

  it('coupée, retouchée ou étrangère, est refusée avant que rien ne change', async () => {
    const avant = await contenu(serveur)
    const copie = join(dossier, 'copie.gz')
    const essayer = async (raison: RegExp) => {
      const demande = { chemin: copie, confirmer: true }
      await expect(restaurerSauvegarde(serveur.db, demande)).rejects.toThrow(raison)
      expect(await contenu(serveur)).toEqual(avant)
    }
    writeFileSync(copie, readFileSync(original))
    truncateSync(copie, statSync(copie).size - 100)
    await essayer(/abîmé, ou incomplet/)
    const texte = gunzipSync(readFileSync(original)).toString()
    writeFileSync(copie, gzipSync(texte.replace('CAU-R01-01', 'CAU-R01-99')))
    await essayer(/son empreinte ne correspond pas/)
    writeFileSync(copie, gzipSync(texte.split('\n').slice(0, 50).join('\n').concat('\n')))
    await essayer(/incomplet/)
    writeFileSync(copie, gzipSync('{"bonjour":1}\n'))
    await essayer(/il n’en a pas l’en-tête/)
    writeFileSync(copie, 'du texte')
    await essayer(/abîmé/)
  })

  it('faite par un programme plus récent est refusée', async () => {
    const { entete } = await verifierSauvegarde(original)
    const copie = join(dossier, 'recente.gz')
    const [, ...lignes] = gunzipSync(readFileSync(original)).toString().split('\n')
    const migrations = [...entete.migrations, { nom: '9999-avenir.sql', empreinte: 'x' }]
    const debut = [JSON.stringify({ ...entete, migrations }), ...lignes.slice(0, -2)]
    const sha256 = createHash('sha256')
      .update(`${debut.join('\n')}\n`)
      .digest('hex')
    const fin = JSON.stringify({ ...JSON.parse(lignes.at(-2) ?? '{}'), sha256 })
    writeFileSync(copie, gzipSync(`${[...debut, fin].join('\n')}\n`))
    await expect(
      restaurerSauvegarde(serveur.db, { chemin: copie, confirmer: true }),
    ).rejects.toThrow('La base est plus récente que ce programme')
  })

  it('qui contredit une contrainte est refusée en entier, et la base reste ce qu’elle était', async () => {
    await sql`alter table structure drop constraint structure_etat_connu`.execute(embarquee.db)
    await sql`update structure set etat = 'PERDUE' where code = 'CAU-R01-01'`.execute(embarquee.db)
    const fausse = join(dossier, 'fausse.gz')
    await ecrireSauvegarde(embarquee, fausse, ECRITE)
    await sql`update structure set etat = 'ACTIVE' where code = 'CAU-R01-01'`.execute(embarquee.db)
    const avant = await contenu(serveur)
    await expect(
      restaurerSauvegarde(serveur.db, { chemin: fausse, confirmer: true }),
    ).rejects.toThrow('structure_etat_connu')
    expect(await contenu(serveur)).toEqual(avant)
  })

  it('ne remplace une base qui n’est pas vide que si on le confirme', async () => {
    await expect(
      restaurerSauvegarde(serveur.db, { chemin: original, confirmer: false }),
    ).rejects.toThrow('ajoutez --confirmer')
    await sql`update structure set libelle = 'Autre'`.execute(serveur.db)
    await restaurerSauvegarde(serveur.db, { chemin: original, confirmer: true })
    const { rows } = await sql`select 1 from structure where libelle = 'Autre'`.execute(serveur.db)
    expect(rows).toEqual([])
  })

  it('ne touche pas à une base qui contient les tables d’un autre programme', async () => {
    await sql`create table paie (id integer)`.execute(serveur.db)
    const demande = { chemin: original, confirmer: true }
    await expect(restaurerSauvegarde(serveur.db, demande)).rejects.toThrow('(paie)')
    await sql`drop table paie`.execute(serveur.db)
  })

  it('ne remplace pas une base que la plateforme sert', async () => {
    const servie = await openBase({ databaseUrl: postgres.url, dataDir: '' })
    await sql`select 1`.execute(servie.db)
    const demande = { chemin: original, confirmer: true }
    await expect(restaurerSauvegarde(serveur.db, demande)).rejects.toThrow('arrêtez-la')
    await servie.close()
  })
})

describe('la vérification', () => {
  it('nomme chaque faute : contrainte, référence, fichier, protection, rapport, courriel', async () => {
    const { db } = serveur
    const dire = async () => (await verifierBase(db)).lignes.join('\n')
    expect(await dire()).toMatch(/Tout va bien\.$/)
    await sql`alter table journal disable trigger journal_inalterable`.execute(db)
    await sql`alter table session disable trigger all`.execute(db).catch(() => {})
    await sql`insert into session (utilisateur_id, expire_le) values (999999, now())`
      .execute(db)
      .catch(() => {})
    await sql`update piece set contenu = 'x' where name = 'essai'`.execute(db)
    // The last written: of another, what was written since would explain it.
    await sql`update formulaire set erreurs = erreurs + 3
      where id = (select id from formulaire order by modifie_le desc limit 1)`.execute(db)
    await sql`insert into tache (genre, charge, abandonnee_le) values ('COURRIEL', '{}', now())`.execute(
      db,
    )
    const dit = await dire()
    expect(dit).toContain('journal\u00a0: la protection journal_inalterable est désactivée.')
    expect(dit).toMatch(/session\s: 1 ligne\(s\) contraires à session_utilisateur_id_fkey/)
    expect(dit).toMatch(/Le fichier \d+ \(a\tb "c" \\\) a changé/)
    expect(dit).toMatch(/\s: le moteur calcule autre chose pour erreurs\./)
    expect(dit).toContain('1 courriel abandonné')
    expect(dit).toMatch(/fautes en tout\.$/)
  })
})
