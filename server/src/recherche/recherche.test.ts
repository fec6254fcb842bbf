import { documentApi } from '@releve/contract/document/document.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { rechercheApi as api, type Trouvailles } from '@releve/contract/recherche/recherche.api.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { ouvrirBanc, type Personne } from '../../test/banc.ts'
import { amener, commencer, renvoyer, reussi } from '../../test/formulaires.ts'
import { fichier, pdfDe } from '../document/document.banc.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'

const banc = await ouvrirBanc()
const { asDpps, asAdmin, asStructure, asAutreStructure, asDirectionRegionale, anonyme, base } = banc

const chercher = (qui: Personne, q: string): Promise<Trouvailles> =>
  reussi(qui.appeler(api.rechercher, { query: { q } }))
const numeros = async (qui: Personne, q: string) =>
  (await chercher(qui, q)).formulaires.map(({ numero }) => numero)

const DIFFUSE = 'RMA-CAU-R01-01-202503'
const BROUILLON = 'EPM-CAU-R01-01-202502'
const AUTRE = 'RMA-CPOLY-R02-01-202503'

type TexteEcrit = { objet: string; corps: string }
const ELISE = { nom: 'Élise Ngo', email: 'elise@example.org' }

/** From a visitor; with none, from the platform. */
async function ecrire(destinataires: Personne[], { objet, corps }: TexteEcrit, de?: typeof ELISE) {
  const { rows } = await sql<{ id: number }>`insert into message
    (automatique, visiteur_nom, visiteur_email, objet, corps, envoye_le)
    values (${de === undefined}, ${de?.nom ?? null}, ${de?.email ?? null}, ${objet}, ${corps},
      '2025-03-19T08:00:00Z') returning id`.execute(base.db)
  for (const { id } of destinataires) {
    await sql`insert into message_destinataire (message_id, utilisateur_id)
      values (${rows[0]?.id ?? 0}, ${id})`.execute(base.db)
  }
}

beforeAll(async () => {
  await amener(banc, 'DIFFUSE')
  await commencer(asStructure, { modele: 'EPM', mois: 'FEBRUARY' })
  await commencer(asAutreStructure)
  await insertUtilisateur(base.db, {
    identifiant: 'helene.kone',
    nom: 'Koné',
    prenoms: 'Hélène',
    nomAffichable: 'Hélène Koné',
    fonction: 'Éducatrice 100 % terrain',
    email: 'helene_kone@example.org',
    roles: ['ROLE_STRUCTURE'],
    structureId: banc.structures.get('POUP-R01-01') ?? null,
    motDePasse: '!',
    statut: 'BLOQUE',
  })
  const question = { objet: 'Délai de réponse', corps: 'Où déposer le rapport signé ?' }
  await ecrire([asDpps], question, ELISE)
  await ecrire([asAutreStructure], { objet: 'Échéance proche', corps: 'Il reste trois jours.' })
})

describe('la recherche d’un rapport', () => {
  const CHEMINS = [
    ['son numéro', DIFFUSE],
    ['son numéro en minuscules', DIFFUSE.toLowerCase()],
    ['le début de son numéro', 'rma-cau-r01-01-2025'],
    ['la fin de son numéro', 'R01-01-202503'],
    ['sa structure et son modèle', 'port-clair rma'],
    ['le code de sa structure', 'CAU-R01-01 mars'],
    ['le nom de son modèle', 'activité accueil mars'],
    ['son mois en toutes lettres', 'rma mars 2025 urgence'],
    ['son mois en chiffres', 'cau 03/2025'],
  ] as const

  it.each(CHEMINS)('réussit par %s', async (_, q) => {
    expect(await numeros(asDpps, q)).toContain(DIFFUSE)
    expect(await numeros(asDpps, q)).not.toContain(BROUILLON)
  })

  it('exige chacun des mots', async () => {
    expect(await numeros(asDpps, 'CAU-R01-01')).toEqual([DIFFUSE, BROUILLON])
    expect(await numeros(asDpps, 'CAU-R01-01 février')).toEqual([BROUILLON])
    for (const q of ['CAU-R01-01 avril', 'rma introuvable', 'EPM-CAU-R01-01-202503', 'mars 2024']) {
      expect(await numeros(asDpps, q), q).toEqual([])
    }
  })

  it('ignore accents et casse dans la question comme dans les noms', async () => {
    const decompose = 'Fe\u0301vrier e\u0301pm'
    for (const q of ['FÉVRIER épm', 'fevrier EPM', 'Février PERSONNEL', decompose]) {
      expect(await numeros(asStructure, q), q).toEqual([BROUILLON])
    }
    const { structures } = await chercher(asStructure, 'POUPONNIERE sainte-marthé')
    expect(structures.map(({ code }) => code)).toEqual(['POUP-R01-01'])
  })

  it('ne trouve un rapport annulé que par son numéro entier', async () => {
    const numero = 'EPM-CAU-R01-01-202501'
    const annule = await commencer(asStructure, { modele: 'EPM', mois: 'JANUARY' })
    const { version } = annule
    await reussi(
      asDpps.appeler(formulaireApi.changerEtatFormulaire, {
        params: { numero, etat: 'ANNULE' },
        query: { version, motif: 'DOUBLON', texte: 'Saisi deux fois par erreur.' },
      }),
    )
    expect(await numeros(asStructure, 'epm cau janvier')).toEqual([])
    expect((await chercher(asStructure, numero)).formulaires).toMatchObject([{ etat: 'ANNULE' }])
    expect(await numeros(asAutreStructure, numero)).toEqual([])
    const repris = await commencer(asStructure, { modele: 'EPM', mois: 'JANUARY' })
    expect(await numeros(asStructure, repris.numero)).toEqual([`${numero}-2`])
    expect(await numeros(asStructure, 'epm cau janvier')).toEqual([`${numero}-2`])
  })
})

describe('la recherche d’un document', () => {
  it('réussit par tous les mots de son titre, pour toute personne connectée', async () => {
    const deposer = (titre: string) =>
      reussi(
        asDpps.appeler(documentApi.deposerPiece, {
          body: { typeDocument: 'GUIDE', titre, fichier: fichier(pdfDe(500)) },
        }),
      )
    await deposer('Guide de l’Œuvre sociale')
    for (const qui of [asDpps, asAdmin, asStructure, asDirectionRegionale]) {
      const { documents } = await chercher(qui, 'GUIDE oeuvre')
      expect(documents).toEqual([
        { id: expect.any(Number), titre: 'Guide de l’Œuvre sociale', categorie: 'GUIDE' },
      ])
      expect((await chercher(qui, 'guide ouvrage')).documents).toEqual([])
    }
  })

  it('ne trouve que ceux de la bibliothèque', async () => {
    const body = {
      numero: BROUILLON,
      typeDocument: 'GUIDE',
      fichier: fichier(pdfDe(500), 'Œuvre.pdf'),
    }
    await reussi(asStructure.appeler(documentApi.deposerPiece, { body }))
    expect((await chercher(asStructure, 'oeuvre')).documents).toHaveLength(1)
  })
})

describe('le périmètre de la recherche', () => {
  const PERIMETRES: [string, Personne, string[]][] = [
    ['la DPPS trouve tout', asDpps, [AUTRE, BROUILLON, DIFFUSE]],
    ['l’administration trouve tout', asAdmin, [AUTRE, BROUILLON, DIFFUSE]],
    ['une structure trouve les siens', asStructure, [BROUILLON, DIFFUSE]],
    ['une autre trouve les siens et le publié', asAutreStructure, [AUTRE, DIFFUSE]],
    ['une direction régionale, ceux de sa région', asDirectionRegionale, [BROUILLON, DIFFUSE]],
  ]

  it.each(PERIMETRES)('%s', async (_, qui, attendus) => {
    const trouves = [
      ...(await numeros(qui, 'rma mars 2025')),
      ...(await numeros(qui, 'epm février 2025')),
    ]
    expect(trouves.toSorted()).toEqual(attendus.toSorted())
    for (const numero of [DIFFUSE, BROUILLON, AUTRE]) {
      expect(await numeros(qui, numero)).toEqual(attendus.includes(numero) ? [numero] : [])
    }
  })

  it('montre un rapport publié d’ailleurs comme publié, même rouvert', async () => {
    const publie = await amener(banc, 'DIFFUSE', { modele: 'EPM' })
    await renvoyer(asDpps, publie)
    const etat = async (qui: Personne) => (await chercher(qui, publie.numero)).formulaires[0]?.etat
    expect([await etat(asStructure), await etat(asAutreStructure)]).toEqual(['RENVOYE', 'DIFFUSE'])
  })

  it('ne donne d’une structure d’ailleurs que sa part publique, et seulement si elle est active', async () => {
    await sql`update structure set etat = 'FERMEE' where code = 'ORPH-R02-01'`.execute(base.db)
    const codes = async (qui: Personne) =>
      (await chercher(qui, 'alizés')).structures.map(({ code }) => code)
    expect([await codes(asDpps), await codes(asStructure)]).toEqual([['ORPH-R02-01'], []])
    const [trouvee] = (await chercher(asStructure, 'Hauteville polyvalent')).structures
    expect(Object.keys(trouvee ?? {}).toSorted()).toEqual(
      ['code', 'id', 'libelle', 'region', 'typeStructure'].toSorted(),
    )
  })

  it('ne trouve les comptes que pour l’administration et la DPPS', async () => {
    for (const qui of [asDpps, asAdmin]) {
      const { utilisateurs } = await chercher(qui, 'hélène EDUCATRICE marthe')
      expect(utilisateurs).toMatchObject([
        {
          identifiant: 'helene.kone',
          statut: 'BLOQUE',
          email: 'helene_kone@example.org',
          structure: { code: 'POUP-R01-01' },
        },
      ])
      expect(JSON.stringify(utilisateurs)).not.toContain('motDePasse')
    }
    for (const qui of [asStructure, asDirectionRegionale]) {
      expect((await chercher(qui, 'helene')).utilisateurs).toEqual([])
      expect((await chercher(qui, qui.identifiant)).utilisateurs).toEqual([])
    }
  })

  it('ne trouve que ses propres copies des messages', async () => {
    const attendu = {
      expediteur: 'Élise Ngo',
      email: 'elise@example.org',
      objet: 'Délai de réponse',
      envoyeLe: '2025-03-19T08:00:00.000Z',
    }
    for (const q of ['delai', 'élise réponse', 'DÉPOSER signe', 'ngo ?']) {
      expect((await chercher(asDpps, q)).messages, q).toMatchObject([attendu])
      for (const qui of [asAdmin, asStructure]) {
        expect((await chercher(qui, q)).messages, q).toEqual([])
      }
    }
  })
})

describe('la recherche d’un message de la plateforme', () => {
  it('le trouve sous le nom de celle-ci', async () => {
    for (const q of ['echeance', 'releve trois jours']) {
      expect((await chercher(asAutreStructure, q)).messages, q).toMatchObject([
        { expediteur: 'Relevé', email: null, objet: 'Échéance proche' },
      ])
    }
  })
})

describe('une recherche hostile', () => {
  it('n’a pas de joker : %, _ et \\ ne trouvent qu’eux-mêmes', async () => {
    for (const q of [
      '%%',
      '__',
      '\\\\',
      '%a%',
      'r%a mars',
      'RMA-CAU_R01_01-202503',
      "';--",
      '""',
    ]) {
      const { formulaires, structures, messages } = await chercher(asDpps, q)
      expect([formulaires, structures, messages], q).toEqual([[], [], []])
    }
    const comptes = async (q: string) =>
      (await chercher(asDpps, q)).utilisateurs.map(({ identifiant }) => identifiant)
    expect(await comptes('100 %')).toEqual(['helene.kone'])
    expect(await comptes('helene_kone')).toEqual(['helene.kone'])
    expect(await comptes('helene%kone')).toEqual([])
  })

  it('trouve un nom à apostrophe, droite ou typographique', async () => {
    for (const q of ["d'accueil urgence", 'd’accueil urgence']) {
      const { structures } = await chercher(asStructure, q)
      expect(structures.map(({ code }) => code)).toContain('CAU-R01-01')
    }
  })

  it('est refusée sous deux caractères, au-delà de cent, et sans jeton', async () => {
    for (const q of ['', ' ', 'a', ' a ', 'a'.repeat(101)]) {
      const refus = await asDpps.appeler(api.rechercher, { query: { q } })
      expect([refus.statut, refus.code], q).toEqual([400, 'REQUETE_INVALIDE'])
    }
    const refus = await asDpps.brut('GET', '/api/recherche')
    expect([refus.statut, refus.code]).toEqual([400, 'REQUETE_INVALIDE'])
    const sansJeton = await anonyme.appeler(api.rechercher, { query: { q: 'rma' } })
    expect([sansJeton.statut, sansJeton.code]).toEqual([401, 'JETON_ABSENT'])
  })

  it('reçoit six résultats au plus de chaque sorte, les rapports récents d’abord', async () => {
    const { formulaires, structures, utilisateurs } = await chercher(asDpps, 'r0')
    expect(structures).toHaveLength(6)
    expect(utilisateurs.length).toBeLessThanOrEqual(6)
    const mois = formulaires.map(({ annee, mois: m }) => annee * 12 + m)
    expect(mois).toEqual(mois.toSorted((a, b) => b - a))
  })
})
