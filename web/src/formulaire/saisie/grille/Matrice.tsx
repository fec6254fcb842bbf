import { estNombre } from '@releve/contract/modele/affichage.ts'
import type { Modalite, SectionMatrice } from '@releve/contract/modele/modele.schema.ts'
import { memo, useMemo } from 'react'
import { textesSaisie } from '../saisie.textes.ts'
import type { Entree, Lecture } from '../store/client.ts'

import { Case } from './Case.tsx'
import {
  adresseMatrice,
  type ColonneMatrice,
  colonnesDe,
  grilleMatrice,
  idColonne,
  idGroupe,
  idLigne,
  legendesMatrice,
} from './cases.ts'
import { TableSaisie } from './TableSaisie.tsx'

type Props = {
  lecture: Lecture
  entree: Entree | null
  section: SectionMatrice
  annoncer: (dit: string) => void
}

/**
 * A matrix of figures: a native table, its first column kept in sight. Simple headers carry `scope`;
 * with two header rows each cell names its headers (RGAA 5.6, 5.7).
 */
export const Matrice = memo(function Matrice({ lecture, entree, section, annoncer }: Props) {
  const colonnes = useMemo(() => colonnesDe(section), [section])
  const grille = useMemo(() => grilleMatrice(section), [section])
  const legendes = useMemo(() => legendesMatrice(section), [section])
  const titre = `t-${section.code}`
  return (
    <TableSaisie
      {...{ lecture, entree, grille, legendes, annoncer }}
      libelle={section.libelle}
      className={classeDe(section, lecture)}
    >
      <caption id={titre}>
        <span className="ui-invisible">{section.libelle}. </span>
        {section.unite && (
          <span className="s-legende-unite">{textesSaisie.unite(section.unite)}</span>
        )}
        {/* What the small figures are: each field says it too, to who does not see them. */}
        {lecture.periodePrecedente !== '' && (
          <span className="s-legende-precedent" aria-hidden="true">
            {textesSaisie.legendePrecedent(lecture.periodePrecedente)}
          </span>
        )}
        {section.requis && entree && (
          <span className="s-requises">{textesSaisie.toutesRequises}</span>
        )}
        {section.groupes && <span className="ui-invisible">{resumer(section)}</span>}
      </caption>
      <thead>
        {section.groupes ? (
          <EnTetesGroupes section={section} groupes={section.groupes} colonnes={colonnes} />
        ) : (
          <EnTetes section={section} />
        )}
      </thead>
      <tbody>
        {section.lignes.map((ligne) => (
          <Ligne key={ligne.code} {...{ lecture, entree, section, ligne, colonnes }} />
        ))}
      </tbody>
    </TableSaisie>
  )
})

function classeDe({ groupes, nature }: SectionMatrice, { periodePrecedente }: Lecture): string {
  const classes = ['s-figures']
  if (groupes) classes.push('s-double')
  if (nature === 'montant') classes.push('s-montants')
  if (periodePrecedente !== '') classes.push('s-avec-mois')
  return classes.join(' ')
}

function resumer({ resume, lignes, groupes = [], colonnes }: SectionMatrice): string {
  const noms = (axe: readonly { libelle: string }[]) => axe.map(({ libelle }) => libelle).join(', ')
  return resume ?? textesSaisie.resumeMatrice(lignes.length, noms(groupes), noms(colonnes))
}

function EnTetes({ section }: { section: SectionMatrice }) {
  return (
    <tr>
      <td className="s-coin" />
      {section.colonnes.map(({ code, libelle, unite }) => (
        <th key={code} id={idColonne(section.code, null, code)} scope="col">
          {libelle}
          {unite && unite !== section.unite && (
            <span className="s-unite"> {textesSaisie.unite(unite)}</span>
          )}
        </th>
      ))}
    </tr>
  )
}

type EnTetesGroupesProps = {
  section: SectionMatrice
  groupes: readonly Modalite[]
  colonnes: readonly ColonneMatrice[]
}

function EnTetesGroupes({ section, groupes, colonnes }: EnTetesGroupesProps) {
  return (
    <>
      <tr>
        <td className="s-coin" rowSpan={2} />
        {groupes.map(({ code, libelle }) => (
          <th key={code} id={idGroupe(section.code, code)} colSpan={section.colonnes.length}>
            {libelle}
          </th>
        ))}
      </tr>
      <tr>
        {colonnes.map(({ groupe, colonne, libelle }) => (
          <th
            key={`${groupe}-${colonne}`}
            id={idColonne(section.code, groupe, colonne)}
            headers={groupe ? idGroupe(section.code, groupe) : undefined}
          >
            {libelle}
          </th>
        ))}
      </tr>
    </>
  )
}

type LigneProps = Omit<Props, 'annoncer'> & {
  ligne: Modalite
  colonnes: readonly ColonneMatrice[]
}

function Ligne({ lecture, entree, section, ligne, colonnes }: LigneProps) {
  const nomLigne = idLigne(section.code, ligne.code)
  const fixe = estNombre(section.nature)
  return (
    <tr className={ligne.formule ? 's-ligne-calculee' : undefined}>
      <th id={nomLigne} scope={section.groupes ? undefined : 'row'}>
        {ligne.libelle}
        {ligne.aide && <span className="s-aide-ligne">{ligne.aide}</span>}
      </th>
      {colonnes.map(({ groupe, colonne }) => {
        const adresse = adresseMatrice(section.code, ligne.code, { groupe, colonne })
        const nomColonne = idColonne(section.code, groupe, colonne)
        const entetes = groupe ? `${idGroupe(section.code, groupe)} ${nomColonne}` : nomColonne
        return (
          <td
            key={adresse}
            className={lecture.celluleDe(adresse)?.calculee ? 's-td-calcule' : undefined}
            headers={groupe ? `${nomLigne} ${entetes}` : undefined}
          >
            <div className={fixe ? 's-case s-case-fixe' : 's-case'}>
              <Case {...{ lecture, entree, adresse }} etiquette={`${nomLigne} ${entetes}`} />
            </div>
          </td>
        )
      })}
    </tr>
  )
}
