import type { SectionTableau } from '@releve/contract/modele/modele.schema.ts'
import { memo, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { BoutonIcone } from '../../../ui/BoutonIcone.tsx'
import { textesSaisie } from '../saisie.textes.ts'
import type { Entree, Lecture } from '../store/client.ts'
import { useLignes } from '../store/store.ts'
import { Case } from './Case.tsx'
import { idCase, idColonne, idLigne } from './cases.ts'
import { TableSaisie } from './TableSaisie.tsx'

type Props = {
  lecture: Lecture
  entree: Entree | null
  section: SectionTableau
  annoncer: (dit: string) => void
}

/** A table whose rows are added one by one: activities, visits… */
export const Tableau = memo(function Tableau({ entree: ouverte, ...props }: Props) {
  const { lecture, section, annoncer } = props
  const lignes = useLignes(lecture, section.code)
  const entree = lecture.tableauOuvert(section.code) ? ouverte : null
  const grille = useMemo(
    () => lignes.map((id) => section.colonnes.map(({ code }) => `${section.code}.${id}.${code}`)),
    [lignes, section],
  )
  const legendes = useMemo(
    () => ({
      lignes: lignes.map((_, rang) => textesSaisie.ligne(rang + 1)),
      colonnes: section.colonnes.map(({ libelle, unite }) => ({ groupe: null, libelle, unite })),
    }),
    [lignes, section],
  )
  return (
    <>
      {lignes.length === 0 ? (
        <p>{textesSaisie.aucuneLigne}</p>
      ) : (
        <TableSaisie
          {...{ lecture, entree, grille, legendes, annoncer }}
          libelle={section.libelle}
          className="s-repetee"
        >
          <caption className="ui-invisible">{section.libelle}</caption>
          <EnTetes section={section} ouverte={entree !== null} />
          <tbody>
            {lignes.map((id, rang) => (
              <Ligne key={id} {...{ lecture, entree, section, id }} rang={rang + 1} />
            ))}
          </tbody>
        </TableSaisie>
      )}
      {entree && <Ajouter {...{ entree, section }} nombre={lignes.length} />}
    </>
  )
})

function EnTetes({ section, ouverte }: { section: SectionTableau; ouverte: boolean }) {
  return (
    <thead>
      <tr>
        <td className="s-coin" />
        {section.colonnes.map(({ code, libelle, unite, requis, aide }) => (
          <th key={code} id={idColonne(section.code, null, code)} scope="col">
            {libelle}
            {requis && ouverte && <span aria-hidden="true"> *</span>}
            {unite && <span className="s-unite"> {textesSaisie.unite(unite)}</span>}
            {aide && ouverte && <span className="s-aide-ligne">{aide}</span>}
          </th>
        ))}
        {ouverte && <td />}
      </tr>
    </thead>
  )
}

type LigneProps = Omit<Props, 'annoncer'> & { id: string; rang: number }

function Ligne({ lecture, entree, section, id, rang }: LigneProps) {
  const nomLigne = idLigne(section.code, id)
  return (
    <tr>
      <th id={nomLigne} scope="row">
        {textesSaisie.ligne(rang)}
      </th>
      {section.colonnes.map(({ code, nature, formule }) => (
        <td key={code} className={`s-td-${nature}${formule ? ' s-td-calcule' : ''}`}>
          <Case
            {...{ lecture, entree }}
            adresse={`${section.code}.${id}.${code}`}
            etiquette={`${idColonne(section.code, null, code)} ${nomLigne}`}
          />
        </td>
      ))}
      {entree && (
        <td>
          <BoutonIcone
            nom="fermer"
            aria-label={textesSaisie.supprimerLigne(rang)}
            onClick={() => entree.supprimerLigne(section.code, id)}
          />
        </td>
      )}
    </tr>
  )
}

type AjouterProps = { entree: Entree; section: SectionTableau; nombre: number }

function Ajouter({ entree, section, nombre }: AjouterProps) {
  const [plein, setPlein] = useState(false)
  const ajouter = () => {
    // Drawn at once: what is typed next is for the new row.
    const id = flushSync(() => entree.ajouterLigne(section.code))
    setPlein(id === null)
    const premiere = section.colonnes.find(({ formule }) => !formule)
    if (id !== null && premiere)
      document.getElementById(idCase(`${section.code}.${id}.${premiere.code}`))?.focus()
  }
  return (
    <p className="s-outils">
      <BoutonAction size="small" onClick={ajouter}>
        {textesSaisie.ajouterLigne}
      </BoutonAction>
      <span role="status">
        {plein && nombre >= section.lignesMax && textesSaisie.lignesMax(section.lignesMax)}
      </span>
    </p>
  )
}
