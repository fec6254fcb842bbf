/**
 * A small file of DHIS2 metadata of our own, in its shape: a monthly data set with sections, a
 * breakdown by sex and one by age and sex, a list of answers, greyed and compulsory cells, rules,
 * indicators; and a second data set, yearly. Identifiers are those of nobody.
 */
const ref = (id: string) => ({ id })
const element = (id: string, code: string, name: string, valueType: string, plus: object = {}) => ({
  id,
  code,
  name,
  shortName: name,
  valueType,
  domainType: 'AGGREGATE',
  ...plus,
})
const cote = (expression: string, description: string, missingValueStrategy = 'NEVER_SKIP') => ({
  expression,
  description,
  missingValueStrategy,
})
const coc = (id: string, combinaison: string, ...options: string[]) => ({
  id,
  code: `COC_${id}`,
  categoryCombo: ref(combinaison),
  categoryOptions: options.map(ref),
})
const regle = (id: string, name: string, operator: string, gauche: object, droite: object) => ({
  id,
  name,
  operator,
  importance: 'MEDIUM',
  periodType: 'Monthly',
  leftSide: gauche,
  rightSide: droite,
})

const SEXE = { categoryCombo: ref('ccSexe00001') }
const AGE = { categoryCombo: ref('ccAge000001') }

export const METADONNEES = {
  dataSets: [
    {
      id: 'dsVisites01',
      code: 'VISITES',
      name: 'Visits',
      translations: [{ locale: 'fr', property: 'NAME', value: 'Visites à domicile' }],
      periodType: 'Monthly',
      timelyDays: 15,
      categoryCombo: ref('bjDvmb4bfuf'),
      dataSetElements: [
        { dataElement: ref('deFoyers001') },
        { dataElement: ref('deVisites01') },
        { dataElement: ref('deRefus0001') },
        { dataElement: ref('dePresents1') },
        { dataElement: ref('deEntrees01') },
        { dataElement: ref('deMoyen0001') },
        { dataElement: ref('deCarte0001') },
      ],
      compulsoryDataElementOperands: [
        { dataElement: ref('deFoyers001') },
        { dataElement: ref('deVisites01'), categoryOptionCombo: ref('cocFemme001') },
        { dataElement: ref('deVisites01'), categoryOptionCombo: ref('cocHomme001') },
        { dataElement: ref('dePresents1'), categoryOptionCombo: ref('cocJeuneF01') },
      ],
      indicators: [ref('inTaux00001'), ref('inAnnuel001')],
      organisationUnits: [ref('ouCentre001'), ref('ouCentre002')],
      sections: [ref('seVisites01'), ref('sePublic001')],
    },
    {
      id: 'dsBilan0001',
      code: 'BILAN',
      name: 'Bilan',
      periodType: 'Yearly',
      dataSetElements: [{ dataElement: ref('deFoyers001') }, { dataElement: ref('deInconnu01') }],
    },
  ],
  sections: [
    {
      id: 'sePublic001',
      code: 'PUBLIC',
      name: 'Public',
      sortOrder: 2,
      dataSet: ref('dsVisites01'),
      dataElements: [ref('dePresents1'), ref('deEntrees01')],
      greyedFields: [
        { dataElement: ref('deEntrees01'), categoryOptionCombo: ref('cocVieuxF01') },
        { dataElement: ref('deEntrees01'), categoryOptionCombo: ref('cocVieuxH01') },
      ],
    },
    {
      id: 'seVisites01',
      code: 'VIS',
      name: 'Visites',
      sortOrder: 1,
      dataSet: ref('dsVisites01'),
      dataElements: [ref('deFoyers001'), ref('deVisites01'), ref('deRefus0001')],
    },
  ],
  dataElements: [
    element('deFoyers001', 'FOYERS', 'Foyers suivis', 'INTEGER_ZERO_OR_POSITIVE', {
      description: 'Foyers inscrits au dernier jour du mois.',
    }),
    element('deVisites01', 'VISITES', 'Visites faites', 'INTEGER_ZERO_OR_POSITIVE', SEXE),
    element('deRefus0001', 'REFUS', 'Visites refusées', 'INTEGER_ZERO_OR_POSITIVE', SEXE),
    element('dePresents1', 'PRESENTS', 'Présents', 'INTEGER_ZERO_OR_POSITIVE', AGE),
    element('deEntrees01', 'ENTREES', 'Entrées', 'INTEGER_ZERO_OR_POSITIVE', AGE),
    element('deMoyen0001', 'MOYEN', 'Moyen de transport', 'TEXT', {
      optionSet: ref('osMoyen0001'),
    }),
    element('deCarte0001', 'CARTE', 'Carte du secteur', 'FILE_RESOURCE'),
  ],
  categoryCombos: [
    { id: 'ccSexe00001', name: 'Sexe', categories: [ref('caSexe00001')] },
    {
      id: 'ccAge000001',
      name: 'Âge et sexe',
      categories: [ref('caAge000001'), ref('caSexe00001')],
    },
  ],
  categories: [
    {
      id: 'caSexe00001',
      name: 'Sexe',
      categoryOptions: [ref('coFemme0001'), ref('coHomme0001')],
    },
    { id: 'caAge000001', name: 'Âge', categoryOptions: [ref('coJeune0001'), ref('coVieux0001')] },
  ],
  categoryOptions: [
    { id: 'coFemme0001', code: 'F', name: 'Femmes' },
    { id: 'coHomme0001', code: 'H', name: 'Hommes' },
    { id: 'coJeune0001', code: '0_17', name: 'Moins de 18 ans' },
    { id: 'coVieux0001', code: '18_PLUS', name: '18 ans et plus' },
  ],
  categoryOptionCombos: [
    coc('cocFemme001', 'ccSexe00001', 'coFemme0001'),
    coc('cocHomme001', 'ccSexe00001', 'coHomme0001'),
    coc('cocJeuneF01', 'ccAge000001', 'coJeune0001', 'coFemme0001'),
    // The order of the options is not said to be that of the categories.
    coc('cocJeuneH01', 'ccAge000001', 'coHomme0001', 'coJeune0001'),
    coc('cocVieuxF01', 'ccAge000001', 'coVieux0001', 'coFemme0001'),
    coc('cocVieuxH01', 'ccAge000001', 'coVieux0001', 'coHomme0001'),
  ],
  optionSets: [{ id: 'osMoyen0001', code: 'MOYEN', name: 'Moyens de transport' }],
  options: [
    {
      id: 'opVelo00001',
      code: 'à vélo',
      name: 'Vélo',
      sortOrder: 2,
      optionSet: ref('osMoyen0001'),
    },
    {
      id: 'opPied00001',
      code: 'pied',
      name: 'À pied',
      sortOrder: 1,
      optionSet: ref('osMoyen0001'),
    },
  ],
  validationRules: [
    regle(
      'vrRefus0001',
      'Pas plus de refus que de visites',
      'less_than_or_equal_to',
      cote('#{deRefus0001}', 'Refus'),
      cote('#{deVisites01}', 'Visites'),
    ),
    regle(
      'vrFemmes001',
      'Des femmes visitées, des femmes présentes',
      'greater_than',
      cote('#{dePresents1.cocVieuxF01} + 1', 'Présentes', 'SKIP_IF_ANY_VALUE_MISSING'),
      cote('#{deVisites01.cocFemme001} * 0.5', 'Visitées', 'SKIP_IF_ANY_VALUE_MISSING'),
    ),
    regle(
      'vrPaire0001',
      'Foyers et visites vont ensemble',
      'compulsory_pair',
      cote('#{deFoyers001}', 'Foyers'),
      cote('#{deVisites01.cocFemme001}', 'Visites'),
    ),
    regle(
      'vrAilleurs1',
      'Compare un autre formulaire',
      'equal_to',
      cote('#{deFoyers001}', 'Foyers'),
      cote('#{deAutre0001}', 'Autre'),
    ),
  ],
  indicators: [
    {
      id: 'inTaux00001',
      code: 'TAUX',
      name: 'Visites par foyer',
      numerator: '#{deVisites01}',
      denominator: '#{deFoyers001}',
      decimals: 1,
      indicatorType: ref('itPourcent1'),
    },
    {
      id: 'inAnnuel001',
      name: 'Visites par an',
      numerator: '#{deVisites01}',
      denominator: '1',
      annualized: true,
      indicatorType: ref('itPourcent1'),
    },
  ],
  indicatorTypes: [{ id: 'itPourcent1', name: 'Pour cent', factor: 100 }],
  organisationUnits: [
    { id: 'ouPays00001', name: 'Pays', level: 1, openingDate: '2000-01-01T00:00:00.000' },
    {
      id: 'ouRegion001',
      name: 'Région pilote 1',
      level: 2,
      parent: ref('ouPays00001'),
      openingDate: '2000-01-01T00:00:00.000',
    },
    {
      id: 'ouCentre001',
      code: 'cau_1',
      name: 'Centre d’accueil 1',
      level: 3,
      parent: ref('ouRegion001'),
      openingDate: '2020-05-04T00:00:00.000',
      phoneNumber: '+221 33 000 00 00',
      geometry: { type: 'Point', coordinates: [-17.4, 14.7] },
    },
    {
      id: 'ouCentre002',
      name: 'Centre d’accueil 2',
      level: 3,
      parent: ref('ouRegion001'),
      openingDate: '2021-01-01T00:00:00.000',
      closedDate: '2024-06-30T00:00:00.000',
    },
  ],
}
