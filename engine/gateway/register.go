// Package gateway is the module k6/x/gateway: requests to an AI gateway, timed here and passed whole
// through the tap to the judging process.
//
// k6's own HTTP client returns an answer at its end, so no script can see tokens arrive. This package
// does what must be fast or precise; it judges no answer.
package gateway

import (
	"go.k6.io/k6/v2/js/modules"

	"assay/engine/tap"
)

func init() {
	modules.Register("k6/x/gateway", newModule(tap.Process))
}
