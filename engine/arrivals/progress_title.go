package arrivals

import (
	"fmt"

	"go.k6.io/k6/v2/lib"
)

// progressTitle is the config as the progress bar of k6 sees it. The bar shows the name of its config
// and reads it on each update; its other parts are not open to extensions.
type progressTitle struct {
	lib.ExecutorConfig
	executor *Executor
}

// titleWidth is the most that k6 shows. It uses the width of the first title for all of them.
const titleWidth = 30

// GetName returns the name of the scenario, and how many of its arrivals have started.
func (t *progressTitle) GetName() string {
	name := t.ExecutorConfig.GetName()
	if model := t.executor.model.Load(); model != nil {
		scheduled, started, _ := (*model).progress()
		name = fmt.Sprintf("%s: %d of %d", name, started, scheduled)
	}
	return fmt.Sprintf("%-*.*s", titleWidth, titleWidth, name)
}
