package answer

import "net/http"

// Problem is what the error wrapper contains.
type Problem struct {
	Status  int    `json:"-"`
	Message string `json:"message"`
	Type    string `json:"type"`
	// Param is the name of a member; nil for none.
	Param any    `json:"param"`
	Code  string `json:"code"`
}

func badRequest(message, param string) *Problem {
	p := &Problem{Status: http.StatusBadRequest, Message: message, Type: "invalid_request_error", Code: "invalid_request"}
	if param != "" {
		p.Param = param
	}
	return p
}

// NotFound is the answer to a path, or a job, that does not exist.
func NotFound(message string) *Problem {
	return &Problem{Status: http.StatusNotFound, Message: message, Type: "invalid_request_error", Code: "not_found"}
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
	return encoded(object{"error": p})
}
