package answer

import (
	"net/http"

	"assay/engine/framing"
)

// Problem is what the error wrapper contains.
type Problem struct {
	Status                     int
	Message, Type, Param, Code string
}

func badRequest(message, param string) *Problem {
	return &Problem{http.StatusBadRequest, message, "invalid_request_error", param, "invalid_request"}
}

// NotFound is the answer to a path, or a job, that does not exist.
func NotFound(message string) *Problem {
	return &Problem{http.StatusNotFound, message, "invalid_request_error", "", "not_found"}
}

// Refused is the answer with a status from 400, where no script says more.
func Refused(status int, message string) *Problem {
	p := &Problem{Status: status, Message: message, Type: "invalid_request_error", Code: "upstream_refused"}
	switch {
	case status == http.StatusUnauthorized:
		p.Code = "invalid_api_key"
	case status == http.StatusTooManyRequests:
		p.Type, p.Code = "rate_limit_error", "rate_limit_exceeded"
	case status >= http.StatusInternalServerError:
		p.Type, p.Code = "server_error", "upstream_failed"
	}
	return p
}

// Body returns the error wrapper.
func (p *Problem) Body() []byte {
	b := framing.AppendText(append([]byte(nil), `{"error":{`...), "message", p.Message)
	b = framing.AppendText(b, "type", p.Type)
	if p.Param == "" {
		b = append(framing.AppendName(b, "param"), "null"...)
	} else {
		b = framing.AppendText(b, "param", p.Param)
	}
	return append(framing.AppendText(b, "code", p.Code), "}}"...)
}
