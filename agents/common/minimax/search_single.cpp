#include "agents/common/minimax/conspiracy.hpp"
#include "agents/common/minimax/search_body.hpp"

namespace ludex::agents::minimax {

template class Search<SingleTally>;

}  // namespace ludex::agents::minimax
