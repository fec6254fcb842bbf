import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { type Constat, codeDeControle, libelleDe } from './ailleurs.ts'
import type { Groupe, Question } from './xlsform.lignes.ts'
import { netDe } from './xlsform.texte.ts'
import { Intraduisible, type Noeud } from './xpath.lire.ts'
import { type Portee, type Question as Reponse, sansReponse, traduire } from './xpath.traduire.ts'

type Controle = ModeleSource['controles'][number]
type Dire = (genre: Constat['genre'], phrase: string) => void

/** The questions by their names there, as expressions read them. */
export type Reponses = ReadonlyMap<string, Reponse>

/** Translates, or says why not; null then. */
export function essayer<T>(faire: () => T, direRefus: (raison: string) => void): T | null {
  try {
    return faire()
  } catch (echec) {
    if (!(echec instanceof Intraduisible)) throw echec
    direRefus(echec.message)
    return null
  }
}

const condition = (texte: string, portee: Portee): string => {
  const { formule, type } = traduire(texte, portee)
  if (type !== 'booleen') throw new Intraduisible('elle ne se répond pas par vrai ou faux')
  return formule
}

/** The least that a rule lets through, when it says so plainly; null: nothing is said. */
export function minimumDe(noeud: Noeud): number | null {
  if (noeud.sorte === 'logique' && noeud.operateur === 'and') {
    const dits = [minimumDe(noeud.gauche), minimumDe(noeud.droite)].filter((dit) => dit !== null)
    return dits.length > 0 ? Math.max(...dits) : null
  }
  if (noeud.sorte !== 'comparaison') return null
  const { operateur, gauche, droite } = noeud
  const estSoi = (cote: Noeud) => cote.sorte === 'question' && cote.nom === null
  const enOrdre =
    estSoi(gauche) && droite.sorte === 'nombre' && ['>=', '>', '='].includes(operateur)
  return enOrdre ? droite.valeur : null
}

/** Whether it reads the answer and figures alone, and asks nowhere whether that answer is blank. */
function neLitQueSoi(noeud: Noeud): boolean {
  switch (noeud.sorte) {
    case 'nombre':
      return true
    case 'texte':
      return noeud.valeur !== ''
    case 'question':
      return noeud.nom === null
    case 'appel':
      return noeud.nom !== 'string-length' && noeud.arguments.every(neLitQueSoi)
    case 'oppose':
      return neLitQueSoi(noeud.de)
    default:
      return neLitQueSoi(noeud.gauche) && neLitQueSoi(noeud.droite)
  }
}

/** Whether what only reads the answer is absent without it, all of it: it is then silent by itself. */
function seTait(noeud: Noeud): boolean {
  switch (noeud.sorte) {
    case 'nombre':
    case 'texte':
      return false
    case 'question':
      return true
    case 'oppose':
      return seTait(noeud.de)
    case 'logique':
      return seTait(noeud.gauche) && seTait(noeud.droite)
    case 'appel': {
      const [premier] = noeud.arguments
      if (['if', 'coalesce'].includes(noeud.nom)) return premier !== undefined && seTait(premier)
      return noeud.arguments.some(seTait)
    }
    default:
      return seTait(noeud.gauche) || seTait(noeud.droite)
  }
}

/** What a rule of choices answers when none is made; null: it reads something else. */
function sansChoix(noeud: Noeud): boolean | null {
  if (noeud.sorte === 'logique') {
    const [a, b] = [sansChoix(noeud.gauche), sansChoix(noeud.droite)]
    if (a === null || b === null) return null
    return noeud.operateur === 'or' ? a || b : a && b
  }
  if (noeud.sorte !== 'appel') return null
  const [de] = noeud.arguments
  if (noeud.nom === 'not') {
    const dit = de ? sansChoix(de) : null
    return dit === null ? null : !dit
  }
  return noeud.nom === 'selected' && de?.sorte === 'question' && de.nom === null ? false : null
}

/** A constraint is looked at once there is an answer: a blank respects it. @throws Intraduisible */
function contrainte(texte: string, portee: Portee): { formule: string; noeud: Noeud } {
  const { formule, type, noeud } = traduire(texte, { ...portee, rempli: true })
  if (type !== 'booleen') throw new Intraduisible('elle ne se répond pas par vrai ou faux')
  const { soi } = portee
  const plusieurs = soi !== null && 'parChoix' in soi
  const blanche = soi && sansReponse(soi)
  const muette = plusieurs ? sansChoix(noeud) === true : neLitQueSoi(noeud) && seTait(noeud)
  if (!blanche || muette) return { formule, noeud }
  const dite = `${blanche} OU ${formule}`
  if (dite.length > BORNES_MODELE.texte)
    throw new Intraduisible('elle est trop longue une fois traduite')
  return { formule: dite, noeud }
}

/** A message of there, which quotes answers as `${nom}`, with the cells that it quotes. */
function messageDe(texte: string, reponses: Reponses): string {
  const cites: string[] = []
  const marque = texte.replace(/\$\{\s*([^{}\s]{1,200})\s*\}/g, (_, nom: string) => {
    const reponse = reponses.get(nom)
    if (!reponse || !('adresse' in reponse)) return '…'
    return `\uE000${cites.push(reponse.adresse) - 1}\uE001`
  })
  const net = libelleDe(netDe(marque.replace(/[{}]/g, '')), BORNES_MODELE.message - 200)
  return net.replace(
    /\uE000(\d{1,4})\uE001/g,
    (_, rang: string) => `{${cites[Number(rang)] ?? ''}}`,
  )
}

/** The rule of a question as a control of the cells that it is about; null: it is left, and told. */
export function controleDe(
  question: Question,
  { adresses, portee, rang }: { adresses: readonly string[]; portee: Portee; rang: number },
  dire: Dire,
): { controle: Controle; noeud: Noeud } | null {
  const { ligne, libelle } = question
  const texte = ligne.dire('constraint')
  if (texte === '') return null
  const dite = `La règle de «\u00a0${libelle}\u00a0»`
  const traduite = essayer(
    () => contrainte(texte, portee),
    (raison) => dire('LAISSE', `${dite} n’est pas reprise\u00a0: ${raison}.`),
  )
  if (!traduite) return null
  const code = codeDeControle(rang)
  const sien = messageDe(ligne.dire('constraint_message'), portee.questions)
  const parDefaut = `${libelle.replace(/[{}]/g, '')}\u00a0: ${adresses
    .map((adresse) => `{${adresse}}`)
    .slice(0, 3)
    .join(', ')} ne respecte pas la règle du questionnaire. Corrigez.`
  dire('COMPRIS', `${dite} devient le contrôle ${code}, bloquant.`)
  const controle: Controle = {
    code,
    niveau: 'BLOQUANT',
    formule: traduite.formule,
    cellules: [...adresses],
    message: sien || parDefaut,
  }
  return { controle, noeud: traduite.noeud }
}

/** What must be true for a group to be asked about: its own condition and those of its holders. */
export type ConditionsGroupes = (groupe: Groupe | null) => string[]

/** The conditions of the groups, each translated and told once. */
export function ouvrirConditions(
  reponses: Reponses,
  dire: (groupe: Groupe, ...dit: Parameters<Dire>) => void,
): ConditionsGroupes {
  const lues = new Map<Groupe, string | null>()
  const sienne = (groupe: Groupe): string | null => {
    const texte = groupe.ligne.dire('relevant')
    if (texte === '') return null
    return essayer(
      () => condition(texte, { questions: reponses, soi: null }),
      (raison) =>
        dire(
          groupe,
          'LAISSE',
          `La condition du groupe «\u00a0${groupe.libelle}\u00a0» n’est pas reprise\u00a0: ${raison}. Ses questions sont toujours posées.`,
        ),
    )
  }
  return (depuis) => {
    const conditions: string[] = []
    for (let groupe = depuis; groupe; groupe = groupe.parent) {
      const lue = lues.has(groupe) ? (lues.get(groupe) ?? null) : sienne(groupe)
      lues.set(groupe, lue)
      if (lue !== null) conditions.unshift(lue)
    }
    return conditions
  }
}

/** When a cell has no object: when one of the conditions under which it is asked is false. */
export function soSiDe(
  question: Question,
  deGroupes: readonly string[],
  portee: Portee,
  dire: Dire,
): string | null {
  const texte = question.ligne.dire('relevant')
  const sienne =
    texte === ''
      ? null
      : essayer(
          () => condition(texte, { ...portee, soi: null }),
          (raison) =>
            dire(
              'LAISSE',
              `La condition de «\u00a0${question.libelle}\u00a0» n’est pas reprise\u00a0: ${raison}. La question est toujours posée.`,
            ),
        )
  const toutes = sienne === null ? deGroupes : [...deGroupes, sienne]
  if (toutes.length === 0) return null
  const soSi = `NON (${toutes.length === 1 ? toutes[0] : toutes.map((une) => `(${une})`).join(' ET ')})`
  if (soSi.length > BORNES_MODELE.texte) {
    dire(
      'LAISSE',
      `La condition de «\u00a0${question.libelle}\u00a0» n’est pas reprise\u00a0: elle est trop longue.`,
    )
    return null
  }
  dire(
    'CHANGE',
    `«\u00a0${question.libelle}\u00a0» est sans objet (SO) quand sa condition est fausse, au lieu d’être caché.`,
  )
  return soSi
}

const OUI = new Set(['yes', 'true', 'true()', 'vrai', 'oui', '1'])
const NON = new Set(['', 'no', 'false', 'false()', 'faux', 'non', '0'])
export const estOui = (texte: string): boolean => OUI.has(texte.trim().toLowerCase())
const estNon = (texte: string): boolean => NON.has(texte.trim().toLowerCase())

/** Whether it must be answered, or when. */
export function requisDe(
  { ligne, libelle }: Question,
  portee: Portee,
  dire: Dire,
): { requis?: boolean; requisSi?: string } {
  const texte = ligne.dire('required')
  if (estNon(texte)) return {}
  if (estOui(texte)) return { requis: true }
  const requisSi = essayer(
    () => condition(texte, portee),
    (raison) =>
      dire(
        'LAISSE',
        `«\u00a0${libelle}\u00a0» n’est pas requis\u00a0: sa condition n’est pas reprise, ${raison}.`,
      ),
  )
  return requisSi === null ? {} : { requisSi }
}

/** What the cell proposes at first. */
export function propositionDe(
  { ligne, libelle, sorte }: Question,
  reponse: Reponse,
  portee: Portee,
  dire: Dire,
): string | null {
  const texte = ligne.dire('default').trim()
  if (texte === '') return null
  const refuser = (raison: string) => {
    dire(
      'LAISSE',
      `La valeur proposée à «\u00a0${libelle}\u00a0» n’est pas reprise\u00a0: ${raison}.`,
    )
  }
  if (!('adresse' in reponse)) {
    refuser('plusieurs cases disent ce choix')
    return null
  }
  const { type, codes } = reponse
  const code = codes?.get(texte)
  if (code !== undefined) return `"${code}"`
  if (type === 'nombre' && /^-?\d{1,12}(?:\.\d{1,6})?$/.test(texte)) return texte.replace('.', ',')
  const estExpression = texte.includes('${') || texte.endsWith(')')
  const estTexte = sorte.sorte === 'case' && type === 'texte' && !estExpression
  if (estTexte && texte.length <= 200 && !/["[\p{Cc}]/u.test(texte)) return `"${texte}"`
  return essayer(() => {
    const { formule, type: donne } = traduire(texte, portee)
    if (donne !== null && type !== null && donne !== type)
      throw new Intraduisible('elle n’est pas de la nature de la case')
    return formule
  }, refuser)
}
