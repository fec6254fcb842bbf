import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { documentApi } from '@releve/contract/document/document.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { messagerieApi } from '@releve/contract/messagerie/messagerie.api.ts'
import type { Operation } from '@releve/contract/operation.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { direEnFrancais } from './phrases.ts'

beforeAll(direEnFrancais)

/** What is said of each value of a body, query or path, by its path. */
function dire(schema: z.ZodType, valeur: unknown): Record<string, string> {
  const { error } = schema.safeParse(valeur)
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )
}

describe('ce qu’un appel dit d’une valeur refusée', () => {
  const { body: connexion } = sessionApi.connecter

  it.each<[string, z.ZodType, unknown, Record<string, string>]>([
    [
      'une connexion vide',
      connexion,
      { identifiant: '', password: '' },
      {
        identifiant: "Veuillez saisir l'identifiant",
        password: 'Mot de passe\u00a0: renseignez ce champ.',
      },
    ],
    [
      'une connexion d’autre chose que des textes',
      connexion,
      { identifiant: 'awa', password: 12 },
      { password: 'Mot de passe\u00a0: donnez un texte.' },
    ],
    [
      'un mot de passe démesuré',
      sessionApi.modifierMotDePasse.body,
      { ancienMotDePasse: 'a'.repeat(129) },
      {
        ancienMotDePasse: 'Mot de passe actuel\u00a0: donnez au plus 128 caractères.',
        nouveauMotDePasse: 'Nouveau mot de passe\u00a0: renseignez ce champ.',
      },
    ],
    [
      'une suppression de rien',
      documentApi.deletePieces.body,
      { ids: [] },
      { ids: 'Donnez au moins un élément.' },
    ],
    [
      'une suppression de textes',
      documentApi.deletePieces.body,
      { ids: ['x', -1] },
      { 'ids.0': 'Donnez un nombre.', 'ids.1': 'Donnez plus de 0.' },
    ],
    [
      'un champ de trop',
      documentApi.modifierOuvrage.body,
      { id: 1, version: 1, titre: 'Guide', typeDocument: 'GUIDE', rang: 1, region: 'R01', zz: 1 },
      { '': 'Retirez «\u00a0Région\u00a0» et «\u00a0zz\u00a0», qui ne sont pas attendus ici.' },
    ],
    [
      'une année hors des bornes, un état inconnu',
      annuaireApi.enregistrerAnnuaire.body,
      { annee: 'x', titre: 'Annuaire', avantPropos: '', etat: 'PUBLIC' },
      {
        annee: 'Année\u00a0: donnez un nombre.',
        etat: 'État\u00a0: choisissez une des valeurs proposées.',
      },
    ],
  ])('de %s', (_, schema, valeur, attendu) => {
    expect(dire(schema, valeur)).toEqual(attendu)
  })

  it('n’y met ni anglais, ni nom de type, ni signe de programme, quoi que l’on envoie', () => {
    const APIS = {
      ...annuaireApi,
      ...calendrierApi,
      ...documentApi,
      ...formulaireApi,
      ...messagerieApi,
      ...sessionApi,
      ...structureApi,
      ...utilisateurApi,
    }
    const parties = Object.entries<Operation>(APIS).flatMap(([nom, operation]) =>
      (['body', 'query', 'params'] as const).flatMap((partie) => {
        const schema = operation[partie]
        return schema ? [[nom, schema] as const] : []
      }),
    )
    const champs = ({ def }: z.ZodType): string[] =>
      'shape' in def && typeof def.shape === 'object' ? Object.keys(def.shape ?? {}) : []
    const phrases = parties.flatMap(([nom, schema]) =>
      [undefined, null, '', 'x'.repeat(30_000), -1, 1.5, 1e12, true, [], [{}], {}].flatMap(
        (une) => {
          const valeur = Object.fromEntries([...champs(schema), 'enTrop'].map((cle) => [cle, une]))
          return [valeur, une].flatMap((envoi) =>
            Object.values(dire(schema, envoi)).map((dite) => `${nom}\u00a0: ${dite}`),
          )
        },
      ),
    )
    expect(phrases.length).toBeGreaterThan(1000)
    const INTERDIT =
      /invalid|expected|received|attendu, |string|number|object|array|boolean|undefined|null|NaN|[<>]=?|Zod|Trop (petit|grand)|entrée invalide|[A-Z]{3,}_/i
    const dites = [...new Set(phrases)].filter((dite) =>
      INTERDIT.test(dite.slice(dite.indexOf(':'))),
    )
    expect(dites).toEqual([])
    const sansPoint = [...new Set(phrases)].filter((dite) => !/[.?]$|^connecter/.test(dite))
    expect(sansPoint).toEqual([])
  })
})
