package arrivals

import (
	"fmt"

	"go.k6.io/k6/v2/lib"
)

// title is the config as the progress bar of k6 sees it. The bar shows the name of its config and
// asks for it each time; what else it could show is closed to extensions.
type title struct {
	lib.ExecutorConfig
	executor *Executor
}

// titleWidth is the most that k6 shows. It takes the width of the first title for all.
const titleWidth = 30

// GetName returns the name of the scenario, and how many of its arrivals have started.
func (t *title) GetName() string {
	name := t.ExecutorConfig.GetName()
	if waiting := t.executor.waiting.Load(); waiting != nil {
		asked, started, _ := (*waiting).progress()
		name = fmt.Sprintf("%s: %d of %d", name, started, asked)
	}
	return fmt.Sprintf("%-*.*s", titleWidth, titleWidth, name)
}
