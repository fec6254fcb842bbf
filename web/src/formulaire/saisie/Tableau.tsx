import type { SectionTableau } from '@releve/contract/modele/modele.schema.ts'
import { memo, useMemo, useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { BoutonIcone } from '../../ui/BoutonIcone.tsx'
import { Case } from './Case.tsx'
import { idCase, idColonne, idLigne } from './cases.ts'
import type { Colle } from './clavier.ts'
import { Grille } from './Grille.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Saisie } from './saisie.types.ts'
import { useLignes } from './useSaisie.ts'

type Props = { saisie: Saisie; section: SectionTableau; surCollage: (colle: Colle) => void }

/** A table whose rows are added one by one: activities, visits… */
export const Tableau = memo(function Tableau({ saisie, section, surCollage }: Props) {
  const lignes = useLignes(saisie, section.code)
  const grille = useMemo(
    () => lignes.map((id) => section.colonnes.map(({ code }) => `${section.code}.${id}.${code}`)),
    [lignes, section],
  )
  return (
    <>
      {lignes.length === 0 ? (
        <p>{TEXTES.aucuneLigne}</p>
      ) : (
        <Grille {...{ saisie, grille, surCollage }} libelle={section.libelle} className="s-repetee">
          <caption className="s-masque">{section.libelle}</caption>
          <EnTetes section={section} ouverte={saisie.ouverte} />
          <tbody>
            {lignes.map((id, rang) => (
              <Ligne key={id} {...{ saisie, section, id }} rang={rang + 1} />
            ))}
          </tbody>
        </Grille>
      )}
      {saisie.ouverte && <Ajouter saisie={saisie} section={section} nombre={lignes.length} />}
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
            {unite && <span className="s-unite"> {TEXTES.unite(unite)}</span>}
            {aide && ouverte && <span className="s-aide-ligne">{aide}</span>}
          </th>
        ))}
        {ouverte && <td />}
      </tr>
    </thead>
  )
}

type LigneProps = Omit<Props, 'surCollage'> & { id: string; rang: number }

function Ligne({ saisie, section, id, rang }: LigneProps) {
  const nomLigne = idLigne(section.code, id)
  return (
    <tr>
      <th id={nomLigne} scope="row">
        {TEXTES.ligne(rang)}
      </th>
      {section.colonnes.map(({ code, nature, formule }) => (
        <td key={code} className={`s-td-${nature}${formule ? ' s-td-calcule' : ''}`}>
          <Case
            saisie={saisie}
            adresse={`${section.code}.${id}.${code}`}
            etiquette={`${idColonne(section.code, null, code)} ${nomLigne}`}
          />
        </td>
      ))}
      {saisie.ouverte && (
        <td>
          <BoutonIcone
            nom="fermer"
            aria-label={TEXTES.supprimerLigne(rang)}
            onClick={() => saisie.supprimerLigne(section.code, id)}
          />
        </td>
      )}
    </tr>
  )
}

function Ajouter({ saisie, section, nombre }: Omit<Props, 'surCollage'> & { nombre: number }) {
  const [plein, setPlein] = useState(false)
  const ajouter = () => {
    const id = saisie.ajouterLigne(section.code)
    setPlein(id === null)
    const premiere = section.colonnes.find(({ formule }) => !formule)
    // The row is rendered by the store's own subscription, synchronously: its field exists now.
    if (id !== null && premiere)
      requestAnimationFrame(() =>
        document.getElementById(idCase(`${section.code}.${id}.${premiere.code}`))?.focus(),
      )
  }
  return (
    <p className="s-outils">
      <BoutonAction size="small" onClick={ajouter}>
        {TEXTES.ajouterLigne}
      </BoutonAction>
      <span role="status">
        {plein && nombre >= section.lignesMax && TEXTES.lignesMax(section.lignesMax)}
      </span>
    </p>
  )
}
