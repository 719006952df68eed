// Package gateway is the module k6/x/gateway: requests to an AI gateway, timed here and tapped
// whole to the process that judges them.
//
// k6's own HTTP client holds an answer back until its end, so no script can see tokens arrive.
// What must be fast or exact is done here; no answer is judged here.
package gateway

import (
	"go.k6.io/k6/v2/js/modules"
	"go.k6.io/k6/v2/output"
)

// OutputName is the k6 output that opens and closes the tap: main adds it to every run.
const OutputName = "assay-tap"

func init() {
	modules.Register("k6/x/gateway", newModule(processTap))
	output.RegisterExtension(OutputName, newOutput)
}
