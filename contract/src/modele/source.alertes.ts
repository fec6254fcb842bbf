import type { ModeleCompile } from './compile.ts'
import type { ModeleSource } from './source.schema.ts'

/** What a source may keep, and would do better to change. */
export type Alerte = {
  code:
    | 'ACCOLADE'
    | 'CONTROLE_MUET'
    | 'CHIFFRES_TUS'
    | 'LIBELLE_DOUBLE'
    | 'SANS_REQUIS'
    | 'TYPES_ABSENTS'
  message: string
  chemin: (string | number)[]
}

function alertesDeControles({ controles }: ModeleSource): Alerte[] {
  return controles.flatMap(({ code, niveau, message, cellules }, rang): Alerte[] => {
    const alertes: Alerte[] = []
    const reste = message.replaceAll(/\{[^{}]*\}/g, '')
    const lieu = ['controles', rang]
    if (/[{}]/.test(reste))
      alertes.push({
        code: 'ACCOLADE',
        message: `Le message du contrôle ${code} a une accolade seule\u00a0: elle s’affichera telle quelle.`,
        chemin: [...lieu, 'message'],
      })
    if (!message.includes('{'))
      alertes.push({
        code: 'CHIFFRES_TUS',
        message: `Le message du contrôle ${code} ne montre aucun chiffre\u00a0: citez les cases entre accolades.`,
        chemin: [...lieu, 'message'],
      })
    if (cellules.length === 0 && niveau !== 'INFO')
      alertes.push({
        code: 'CONTROLE_MUET',
        message: `Le contrôle ${code} ne désigne aucune case\u00a0: la personne ne saura pas où corriger.`,
        chemin: [...lieu, 'cellules'],
      })
    return alertes
  })
}

function alertesDeSections({ sections }: ModeleSource): Alerte[] {
  return sections.flatMap((section, rang): Alerte[] => {
    if (section.type === 'identification') return []
    const [cle, porteurs] =
      section.type === 'champs'
        ? (['champs', section.champs] as const)
        : section.type === 'tableau'
          ? (['colonnes', section.colonnes] as const)
          : (['lignes', section.lignes] as const)
    const vus = new Set<string>()
    return [...porteurs].flatMap((porteur, place): Alerte[] => {
      if (!('libelle' in porteur)) return []
      const double = vus.has(porteur.libelle)
      vus.add(porteur.libelle)
      if (!double) return []
      const message = `Deux lignes de la section ${section.code} s’appellent «\u00a0${porteur.libelle}\u00a0»\u00a0: elles ne se distinguent pas.`
      return [
        { code: 'LIBELLE_DOUBLE', message, chemin: ['sections', rang, cle, place, 'libelle'] },
      ]
    })
  })
}

/** Of a source that compiles. */
export function alertesDe(source: ModeleSource, { cellules }: ModeleCompile): Alerte[] {
  const alertes = [...alertesDeSections(source), ...alertesDeControles(source)].slice(0, 200)
  if (![...cellules.values()].some(({ requis }) => requis))
    alertes.push({
      code: 'SANS_REQUIS',
      message: 'Aucune case n’est requise\u00a0: un rapport vide pourra être soumis.',
      chemin: ['sections'],
    })
  if (source.typesStructure.length === 0)
    alertes.push({
      code: 'TYPES_ABSENTS',
      message:
        'Ce modèle convient à tous les types de structure\u00a0: dites lesquels s’il ne le doit pas.',
      chemin: ['typesStructure'],
    })
  return alertes
}
