import { writeXlsx } from 'hucre/xlsx'
import type { Tableur } from '../../platform/tableur.cases.ts'
import { lettresDe } from '../../platform/tableur.cases.ts'
import type { FeuillesXlsform } from './xlsform.feuilles.ts'

/** A sheet: its headings, then its lines. */
type Rangees = readonly (readonly string[])[]
export type Questionnaire = { survey: Rangees; choices?: Rangees; settings?: Rangees }

function tableurDe([entetes = [], ...rangees]: Rangees): Tableur {
  const lignes = rangees.map((rangee, rang) => ({
    numero: rang + 2,
    cellules: Object.fromEntries(entetes.map((nom, place) => [nom, rangee[place] ?? ''])),
    sansTitre: [],
  }))
  return { entetes: [...entetes], lettres: entetes.map((_, rang) => lettresDe(rang)), lignes }
}

/** A questionnaire as it is read of its workbook. */
export function feuillesDe(questionnaire: Questionnaire): FeuillesXlsform {
  return new Map(Object.entries(questionnaire).map(([nom, rangees]) => [nom, tableurDe(rangees)]))
}

/** Its workbook. */
export async function classeurDe(questionnaire: Questionnaire): Promise<Buffer> {
  const sheets = Object.entries(questionnaire).map(([name, rangees]) => ({
    name,
    rows: rangees.map((rangee) => [...rangee]),
  }))
  return Buffer.from(await writeXlsx({ sheets }))
}

/** A small questionnaire with a little of everything. */
export const SUIVI: Questionnaire = {
  survey: [
    [
      'type',
      'name',
      'label',
      'label::English (en)',
      'hint',
      'required',
      'relevant',
      'constraint',
      'constraint_message',
      'calculation',
      'default',
      'appearance',
    ],
    ['start', 'debut'],
    ['begin group', 'activite', 'Activité', 'Activity'],
    [
      'integer',
      'hommes',
      'Hommes',
      'Men',
      'Du registre',
      'yes',
      '',
      '. >= 0 and . < 500',
      'Au plus 499 hommes, et non ${hommes}.',
      '',
      '0',
    ],
    ['integer', 'solde', 'Solde', 'Balance'],
    ['calculate', 'total', 'Ensemble', '', '', '', '', '', '', '${hommes} + ${solde}'],
    ['select_one ouinon', 'ouvert', 'Le service est-il ouvert ?', '', '', 'true()'],
    ['begin group', 'detail', 'Détail', '', '', '', "${ouvert} = 'oui'"],
    ['decimal', 'taux', 'Taux', '', '', '', '${hommes} > 0', '. <= 100'],
    ['select_multiple jours', 'jours', 'Jours', '', '', '', '', "not(selected(., 'lun'))"],
    ['end group'],
    ['note', 'merci', 'Comptez <b>chaque</b> personne une fois.'],
    ['end group'],
    ['begin repeat', 'enfants', 'Enfants'],
    ['text', 'prenom', 'Prénom'],
    ['end repeat'],
    ['text', 'remarque', 'Remarque', '', '', '', '', '', '', '', '', 'multiline'],
    ['geopoint', 'lieu', 'Lieu'],
    ['calculate', 'somme', '', '', '', '', '', '', '', 'count(${enfants})'],
    ['calculate', 'moyenne', '', '', '', '', '', '', '', '${somme} div 2'],
  ],
  choices: [
    ['list_name', 'name', 'label'],
    ['ouinon', 'oui', 'Oui'],
    ['ouinon', 'non', 'Non'],
    ['jours', 'lun', 'Lundi'],
    ['jours', 'mar', 'Mardi'],
    ['inutile', '1', 'Un'],
  ],
  settings: [
    ['form_title', 'form_id', 'version'],
    ['Suivi d’activité', 'suivi_activite', '3'],
  ],
}
