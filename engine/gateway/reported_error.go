package gateway

import (
	"bytes"

	"github.com/tidwall/gjson"
)

// maxErrorBytes limits the body that is searched for an error: a failure is short.
const maxErrorBytes = 64 << 10

// reportsError returns whether an event of a stream, or a whole body, says that the request failed: the
// same definition as reportsError in src/contract/error.ts.
func reportsError(json []byte) bool {
	if !bytes.Contains(json, []byte("error")) && !bytes.Contains(json, []byte("failed")) {
		return false
	}
	found := gjson.GetManyBytes(json, "error", "response.error", "type", "status", "object")
	if isTrue(found[0]) || isTrue(found[1]) {
		return true
	}
	kind, object := found[2].String(), found[4].String()
	return kind == "error" || kind == "response.failed" || object == "error" || object == "response" && found[3].String() == "failed"
}

// isTrue returns whether a client in JavaScript takes a member for present.
func isTrue(value gjson.Result) bool {
	switch value.Type {
	case gjson.JSON, gjson.True:
		return true
	case gjson.String:
		return value.Str != ""
	case gjson.Number:
		return value.Num != 0
	default:
		return false
	}
}

// bodyReportsError returns whether a 2xx answer in one body says that the request failed. A video job may
// carry the error of its video.
func (x *exchange) bodyReportsError() bool {
	switch x.Request.Operation {
	case "video-create", "video-read", "video-cancel":
		return false
	}
	size := x.Body.Len()
	return x.Status/100 == 2 && size > 0 && size <= maxErrorBytes && reportsError(x.Body.Prefix(size))
}
