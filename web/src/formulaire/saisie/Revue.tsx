import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Modele } from '@releve/contract/modele/modele.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Defile } from '../../ui/Defile.tsx'
import type { PropsActions } from './Actions.tsx'
import { LigneProbleme } from './Controles.tsx'
import { MarqueSection } from './MarqueSection.tsx'
import { Soumettre } from './Soumission.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { Bilan, Saisie } from './saisie.types.ts'
import { texteLecture } from './texte.ts'
import { useBilan } from './useSaisie.ts'

type Props = PropsActions & { saisie: Saisie; revenir: () => void }

const ID_RESTE = 'revue-reste'

/** Leads to what is left to do before submitting. */
export function allerAuReste(): void {
  const titre = document.getElementById(ID_RESTE)
  titre?.focus({ preventScroll: true })
  titre?.scrollIntoView({ block: 'center' })
}

/** What one is about to submit: sections, main figures, justifications, what is left (RGAA 11.12). */
export function Revue({ saisie, revenir, ...props }: Props) {
  const { formulaire } = props
  const bilan = useBilan(saisie)
  const periode = libellePeriode(formulaire)
  const titre = useRef<HTMLHeadingElement>(null)
  useEffect(() => titre.current?.focus(), [])
  return (
    <section className="s-section s-revue" aria-labelledby="titre-revue">
      <h2 id="titre-revue" tabIndex={-1} ref={titre}>
        {TEXTES.revue.titre(periode)}
      </h2>
      <Reste saisie={saisie} bilan={bilan} />
      <div className="s-tables-revue">
        <Chiffres saisie={saisie} formulaire={formulaire} modele={saisie.modele} />
        <Sections modele={saisie.modele} bilan={bilan} />
      </div>
      <Justifications bilan={bilan} />
      <div className="s-outils">
        <BoutonAction onClick={revenir}>{TEXTES.revue.revenir}</BoutonAction>
        <Soumettre {...props} bilan={bilan} />
      </div>
    </section>
  )
}

function Reste({ saisie, bilan }: { saisie: Saisie; bilan: Bilan }) {
  const restent = bilan.problemes.filter(
    ({ sorte, justification }) => sorte !== 'INFO' && (!justification || justification.attendue),
  )
  if (restent.length === 0)
    return (
      <p id={ID_RESTE} tabIndex={-1}>
        {TEXTES.revue.pret}
      </p>
    )
  return (
    <div className="s-controles">
      <h3 id={ID_RESTE} tabIndex={-1}>
        {TEXTES.resume(bilan.bloquants - bilan.erreurs, bilan.erreurs, bilan.aJustifier)}
      </h3>
      <ul>
        {restent.map((probleme) => (
          <LigneProbleme key={probleme.cle} saisie={saisie} probleme={probleme} />
        ))}
      </ul>
    </div>
  )
}

function TableRevue({ titre, children }: { titre: string; children: ReactNode }) {
  return (
    <Defile nom={titre} className="s-defile s-defile-revue">
      <table className="s-table s-table-revue">
        <caption>{titre}</caption>
        {children}
      </table>
    </Defile>
  )
}

type ChiffresProps = { saisie: Saisie; formulaire: Formulaire; modele: Modele }

function Chiffres({ saisie, formulaire, modele }: ChiffresProps) {
  const { precedent } = formulaire
  return (
    <TableRevue titre={TEXTES.revue.chiffres}>
      <thead>
        <tr>
          <th scope="col">{TEXTES.revue.indicateur}</th>
          {precedent && (
            <th scope="col" className="nombre">
              {TEXTES.revue.precedent(libellePeriode(precedent))}
            </th>
          )}
          <th scope="col" className="nombre">
            {TEXTES.revue.declare}
          </th>
        </tr>
      </thead>
      <tbody>
        {(['effectif', 'entrees', 'sorties', 'reference'] as const).map((nom) => {
          const adresse = modele.indicateurs[nom]
          const cellule = saisie.celluleDe(adresse)
          const { valeur } = saisie.lire(adresse)
          return (
            <tr key={nom}>
              <th scope="row">
                {TEXTES.revue.indicateurs[nom]}
                <span className="s-aide-ligne">{cellule?.libelle}</span>
              </th>
              {precedent && <td className="nombre">{saisie.precedent(adresse) ?? '—'}</td>}
              <td className="nombre">
                {(cellule && texteLecture(cellule, valeur ?? null)) || '—'}
              </td>
            </tr>
          )
        })}
      </tbody>
    </TableRevue>
  )
}

function Sections({ modele, bilan }: { modele: Modele; bilan: Bilan }) {
  const sections = modele.sections.filter(({ type }) => type !== 'identification')
  return (
    <TableRevue titre={TEXTES.revue.sections}>
      <thead>
        <tr>
          <th scope="col">{TEXTES.revue.section}</th>
          <th scope="col" className="nombre">
            {TEXTES.revue.cases}
          </th>
          <th scope="col">{TEXTES.revue.etat}</th>
        </tr>
      </thead>
      <tbody>
        {sections.map(({ code, libelle }) => {
          const bilanSection = bilan.sections.get(code)
          if (!bilanSection) return null
          const { requises, remplies, erreurs, avertissements } = bilanSection
          const complete = remplies === requises && erreurs + avertissements === 0
          return (
            <tr key={code}>
              <th scope="row">{libelle}</th>
              <td className="nombre">
                {requises === 0 ? '—' : TEXTES.revue.part(remplies, requises)}
              </td>
              <td className="s-etat-section">
                <MarqueSection bilan={bilanSection} />
                {complete
                  ? TEXTES.revue.complet
                  : TEXTES.revue.manque(requises - remplies, erreurs, avertissements)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </TableRevue>
  )
}

function Justifications({ bilan }: { bilan: Bilan }) {
  const dites = bilan.problemes.filter(({ justification }) => justification?.attendue === false)
  return (
    <>
      <h3>{TEXTES.revue.justifications}</h3>
      {dites.length === 0 ? (
        <p>{TEXTES.revue.aucuneJustification}</p>
      ) : (
        <dl className="s-justifications">
          {dites.map(({ cle, message, justification }) => (
            <div key={cle}>
              <dt>{message}</dt>
              <dd>{justification?.texte}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
