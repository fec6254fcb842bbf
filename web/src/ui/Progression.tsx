import './Progression.css'

/** A thin bar on top, while the next screen is read. */
export function Progression() {
  return (
    <div className="ui-progression" role="status" aria-label="Chargement en cours">
      <div />
    </div>
  )
}
